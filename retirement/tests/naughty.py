"""Texts that broke other programs, made by kind: characters, injections, numbers that are none, names of devices."""

from __future__ import annotations

import itertools
import json
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

SHARED_DATA = Path(os.environ.get("SHARED_DATA_DIR") or Path(__file__).parents[3] / "shared" / "data")
_WRITTEN: dict[str, list[str]] = json.loads(Path(__file__).with_name("naughty.json").read_text("utf-8"))
COLLECTED = SHARED_DATA / "robustness" / "blns.json"


def naughty() -> list[str]:
    """At least five hundred different texts, the same in every run."""
    return list(dict.fromkeys(itertools.chain(_characters(), _scripts(), _injections(), _numbers(), _names())))


def collected() -> list[str]:
    """The shared collection of such texts; empty where it is not there."""
    texts: list[str] = json.loads(COLLECTED.read_text(encoding="utf-8")) if COLLECTED.exists() else []
    return texts


def _characters() -> Iterator[str]:
    """Control, format, unassigned and private characters, alone and in a word; lone surrogates; marks on marks."""
    odd = [*range(0x20), 0x7F, *range(0x80, 0xA0), 0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x2028, 0x202F)]
    odd += [*range(0x2060, 0x2070), 0xFEFF, *range(0xFFF9, 0x10000), 0xE000, 0x10FFFF, 0xE0001, 0xE0041, 0x1D173]
    yield from (f"house{chr(code)}worth" for code in odd)
    yield from (f"{chr(code)} and 5{chr(code)}0" for code in range(0xD800, 0xE000, 64))
    for marks in (1, 5, 40, 200):
        yield "".join(f"{letter}{''.join(map(chr, range(0x300, 0x300 + min(marks, 112))))}" for letter in "zalgo")
    yield from ("\u202emortgage\u202c", "\u2067שלום 5\u2069", "\u200f58 ןב ינא", "a\u0338\u0489b" * 50)


def _scripts() -> Iterator[str]:
    """Emoji with joiners, tones and flags; digits and words of many scripts; letters that grow when folded."""
    people = [chr(code) for code in range(0x1F466, 0x1F46A)]
    yield from ("\u200d".join(group) for group in itertools.permutations(people, 3))
    yield from (f"👍{chr(tone)}" * 3 for tone in range(0x1F3FB, 0x1F400))
    yield from (chr(0x1F1E6 + a) + chr(0x1F1E6 + b) for a, b in ((20, 18), (13, 11), (25, 25), (0, 0)))
    zeros = [code for code in range(0x660, 0x1FBFA) if unicodedata.decimal(chr(code), None) == 0]
    yield from ("I am " + chr(zero + 5) + chr(zero + 8) for zero in zeros)
    yield from ("ﷺ" * 30, "ß" * 50, "İıſK", "ﬃ ﬄ", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "Ｆｕｌｌ　ｗｉｄｔｈ　５００", "⑸⑻ ㊿ ½⅓¼ ²³¹", "٫٥٬٠٠٠")
    yield from (
        "我今年五十八岁，有四十万美元",
        "私は58歳です。",
        "저는 58세입니다",
        "मैं ५८ साल का हूँ",
        "عمري ٥٨ سنة",
        "мне 58 лет",
    )
    yield from ("ᚠᛇᚻ᛫ᛒᛦᚦ", "⠁⠃⠉", "𓀀𓁐", "ཏཾ ཀྵ", "นี่คือ", "ក្ខ", "a" + "\u0f74\u0f71" * 60, "\u1160\uffa0\u3164")


def _injections() -> Iterator[str]:
    """What a database, a page, a shell, a template, a parser, a format or a model might take for its own."""
    quotes = ("'", '"', "`", "\\", "')", '")', "*/", "]]>", "-->", "$$", "\u2019")
    verbs = ("DROP TABLE retirement_plan;--", "OR 1=1 --", "; SELECT pg_sleep(10); --", "UNION SELECT NULL,NULL--")
    yield from (f"{quote} {verb}" for quote in quotes for verb in verbs)
    acts = ("=alert(1)", "='javascript:alert(1)'", '="data:text/html,x"', "/onclick=alert(1)//", ">alert(1)</script>")
    yield from (f"<{tag}{act}>" for tag in _WRITTEN["tags"] for act in acts)
    yield from _WRITTEN["injections"]
    yield from ("%x" * 20, "a" * 3_000 + "!", "x" * 1_999, "x" * 2_001, "ä" * 1_500, "-" * 2_500, "1," * 700, "$" * 900)
    yield from (mark * 500 for mark in "([*_#")
    yield from (mark * 300 for mark in ("> ", "| ", "\n", "1 2 3 "))
    yield from ("word " * 380, "a.b" * 400)


def _numbers() -> Iterator[str]:
    """What looks like a number and is none, or is too large or too small for one."""
    signs = ("", "-", "+", "$", "€", "- ", "−")
    bare = (*_WRITTEN["signed"], "9" * 40)
    yield from (sign + text for sign in signs for text in bare)
    yield from ("9" * 1_000, "0." + "0" * 400 + "1", "1/0", "0/0", "1e1000000000", "2147483648", "9223372036854775808")
    yield from _WRITTEN["numbers"]
    yield from (
        f"I'm {number} and want to retire at {number}" for number in (-1, 0, 7, 151, 999, 10**6, 10**18, 10**400)
    )


def _names() -> Iterator[str]:
    """Words that some system keeps for itself."""
    devices = ("CON", "PRN", "AUX", "NUL", "CLOCK$", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10)))
    yield from devices
    yield from (f"{device.lower()}.txt" for device in devices[:8])
    yield from _WRITTEN["names"]
