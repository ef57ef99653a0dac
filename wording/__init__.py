"""Reads a person's words: numbers, money, quantities and answers, each with its span. Pure functions, no
Django.
"""
