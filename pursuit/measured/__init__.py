"""What the answers of labelled questions are held against, and a model that answers as the labels say."""

from __future__ import annotations

from pursuit.measured.answers import evaluate

__all__ = ["evaluate"]
