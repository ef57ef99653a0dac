"""Takes a model's marks out of its text while it streams: thoughts, calls written as text, special tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable

from llm.types import ToolSchema
from llm.wire.written import Written, WrittenCalls

_THOUGHT = ("think", "thinking")
_CALL = ("tool_call", "function_call", "functioncall")
_MARKS = (
    rf"<(?P<open>{'|'.join(_THOUGHT + _CALL)})>",
    r"(?P<function>(?=<function=[^<>\n]{1,80}>))",
    r"(?P<rest>\[TOOL_CALLS\]|<\|python_tag\|>)",
    rf"(?P<close></(?:{'|'.join(_THOUGHT)})>)",
    rf"</(?:{'|'.join(_CALL)}|function)>",
    r"<\|\w{1,40}\|>",
)
_MARK = re.compile("|".join(_MARKS), re.IGNORECASE)
# JSON that may be a call, as it is or in a fence; other fences, and braces in words, are text.
_JSON = re.compile(
    r"(?P<calls>```(?:tool_call|function_call|tool_code)\s)|(?P<fence>```[\w-]*\s*)?(?:\{\s*\"|\[\s*\{\s*\")"
)
# The beginning of what may become a mark, or such JSON, with the next piece.
_BEGINNING = re.compile(r"(?:<(?:/?[a-z_]{0,13}|function=[^<>\n]{0,80}|\|\w{0,40}\|?)|\[[a-z_]{0,10})\Z", re.IGNORECASE)
_JSON_BEGINNING = re.compile(r"(?:`{1,2}|(?:```[\w-]{0,20}\s{0,20})?(?:[\[{]\s{0,20}){0,2})\Z")
_BRACKETS = re.compile(r"\\.|[\"\[\]{}]", re.DOTALL)
_FENCE = re.compile(r"```[\w-]*|```\Z")
_ENDS = {
    kind: re.compile(re.escape(mark), re.IGNORECASE)
    for kind, mark in {
        **{kind: f"</{kind}>" for kind in (*_THOUGHT, *_CALL, "function")},
        **{"template": "</think>", "fence": "```", "calls": "```"},
    }.items()
}
# Longer than any of them, in characters.
_LONGEST_END = 20
_THOUGHTS = (*_THOUGHT, "template")
# What may stand between calls that follow each other.
_BETWEEN = " \t\r\n;,"
# A call written as text that is longer is no call, in characters.
_LONGEST_CALL = 100_000
# So many characters of a mark are no text any more where it is cut.
_CUT_MARK = 4


class TaggedText:
    """Servers without a parser for their model leave its marks in the content; a person never sees them.

    `calls` are the calls that it wrote, of the tools that it was offered. Blanks before the first word are not text.
    The template of some models begins their thought, so that its end comes alone: `begins_inside` holds all back until
    then, and where that was not known `withdrawn` tells that what was given out before was a thought.
    """

    def __init__(self, tools: Iterable[ToolSchema] = (), *, begins_inside: bool = False) -> None:
        self.calls: list[Written] = []
        self.withdrawn = False
        self._written = WrittenCalls(tools)
        self._kind = "template" if begins_inside else ""
        self._held = ""
        # How far what is held has been looked through for the end of its kind.
        self._seen = 0
        self._depth, self._quoted = 0, False
        self._begun = self._behind_call = False

    def feed(self, text: str) -> str:
        """What of the text so far is for the person and has not been given out."""
        if self._behind_call:
            text = text.lstrip(_BETWEEN)
            self._behind_call = not text
        if self._begun and not self._held and not self._kind and not any(mark in text for mark in "<[{`"):
            return text
        self._held += text
        out: list[str] = []
        while self._step(out):
            pass
        return self._shown("".join(out))

    def close(self, *, is_cut: bool = False) -> str:
        """The rest, when nothing more comes. A thought that never ended is none of it, nor is half a call."""
        kind, held, out = self._kind, self._held, []
        if kind == "template" and not is_cut:
            self._kind = ""
            return self.feed("") + self.close()
        self._kind = self._held = ""
        if not kind:
            mark = _BEGINNING.search(held)
            out = [held[: mark.start()] if mark and len(held) - mark.start() > _CUT_MARK else held]
        elif kind not in _THOUGHTS:
            self._read(kind, held, out)
            if self._written.is_begun(held) or (is_cut and not self._begun):
                out = []
        return self._shown("".join(out))

    def open_up(self) -> None:
        """What is held back for a thought is none: the server parts the thoughts itself."""
        if self._kind == "template":
            self._kind, self._seen = "", 0

    def _step(self, out: list[str]) -> bool:
        """Read up to the next mark, or to the end of what a mark began; False when more text is needed."""
        if not self._kind:
            return self._outside(out)
        kind, end = self._kind, self._json_end() if self._kind == "json" else self._end()
        if end < 0:
            self._bound(out)
            return False
        content, self._held = self._held[:end], self._held[end:]
        self._kind, self._seen = "", 0
        if kind not in _THOUGHTS:
            self._read(kind, content, out)
        return True

    def _outside(self, out: list[str]) -> bool:
        mark = _MARK.search(self._held)
        before = mark.start() if mark else len(self._held)
        data = _JSON.search(self._held, 0, before) if self._written else None
        if data is not None:
            kind = "calls" if data["calls"] else "fence" if data["fence"] else "json"
            self._enter(kind, data.start(), data.start(), out, seen=0 if kind == "json" else 3)
        elif mark is None:
            beginnings = [_BEGINNING.search(self._held), _JSON_BEGINNING.search(self._held) if self._written else None]
            end = min((each.start() for each in beginnings if each is not None), default=before)
            out.append(self._held[:end])
            self._held = self._held[end:]
        else:
            kind = (mark["open"] or "").lower() or ("function" if mark["function"] is not None else "")
            self._enter("rest" if mark["rest"] else kind, before, mark.end(), out)
            if mark["close"]:
                # The template began the thought, and all before its end is that.
                self.withdrawn = self.withdrawn or self._begun
                self._begun = False
                out.clear()
        return data is not None or mark is not None

    def _enter(self, kind: str, before: int, behind: int, out: list[str], seen: int = 0) -> None:
        out.append(self._held[:before])
        self._held = self._held[behind:]
        self._kind, self._seen = kind, seen
        self._depth, self._quoted = 0, False

    def _end(self) -> int:
        """Where the text that a mark began ends, its closing mark included; -1 when that has not come."""
        end = _ENDS[self._kind].search(self._held, self._seen) if self._kind in _ENDS else None
        if end is not None:
            return end.end()
        self._seen = max(self._seen, len(self._held) - _LONGEST_END)
        return -1

    def _json_end(self) -> int:
        """Where the JSON that is held ends; -1 when that has not come."""
        for mark in _BRACKETS.finditer(self._held, self._seen):
            self._seen = mark.end()
            if mark[0] == '"':
                self._quoted = not self._quoted
            elif not self._quoted and mark[0] in "[]{}":
                self._depth += 1 if mark[0] in "[{" else -1
                if self._depth == 0:
                    return self._seen
        if not self._held.endswith("\\"):
            self._seen = len(self._held)
        return -1

    def _bound(self, out: list[str]) -> None:
        """Keep of a thought only what may begin its end; what is too long for a call is text, or nothing."""
        if self._kind in ("json", "fence") and len(self._held) > _LONGEST_CALL:
            out.append(self._held)
            self._held, self._kind = "", ""
        elif self._kind in _THOUGHT or len(self._held) > _LONGEST_CALL:
            self._held = self._held[self._seen :]
            self._seen = 0

    def _read(self, kind: str, content: str, out: list[str]) -> None:
        """The calls of what stood inside; JSON without any is text."""
        inside = _FENCE.sub("", content) if kind in ("fence", "calls") else content
        if kind in ("json", "fence"):
            is_alone = not self._begun and not "".join(out).strip()
            calls = self._written.unmarked(inside, is_alone=is_alone)
            if not calls:
                out.append(content)
                return
        else:
            calls = self._written.marked(inside)
        self.calls += calls
        self._held = self._held.lstrip(_BETWEEN)
        self._behind_call = not self._held

    def _shown(self, text: str) -> str:
        if not self._begun:
            text = text.lstrip()
            self._begun = bool(text)
        return text
