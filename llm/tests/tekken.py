"""A real tokenizer: Tekken, of Mistral's models, which lies in the wheel of mistral-common and needs no network."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import mistral_common
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

_FILE = Path(mistral_common.__file__).with_name("data") / "tekken_240911.json"


@cache
def _tekken() -> Tekkenizer:
    return Tekkenizer.from_file(_FILE)


def tekken_tokens(text: str) -> int:
    """The tokens of a text by Tekken, without those that begin and end a conversation."""
    return len(_tekken().encode(text, bos=False, eos=False))
