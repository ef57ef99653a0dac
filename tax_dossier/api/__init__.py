"""The addresses under /v1/tax-dossier/."""
