"""Where sentences end. Abbreviations, decimals and numbers of articles end none; Chinese and Japanese marks do."""

from __future__ import annotations

import re

# A mark, the quotes and brackets that close with it, then space; unspaced scripts need none. A blank line always ends.
_END = re.compile(r"([.!?…]+)([\"'”’»)\]]*)(?=\s)|[。！？｡]+[」』”’）]*|\n[ \t]*(?=\n)")
_BEGINS = re.compile(r"\s*[\"'“‘«(\[]*(\S)")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]{1,2}|[A-Z]")
_NUMBER = re.compile(r"[\d.]+|[ivxlc]+|§+", re.IGNORECASE)
# Words that are written with a full stop and go on. In lower case.
_ABBREVIATIONS = frozenset(
    """a.d aant abs acc afd afl al alg approx apr art artt aug b.v bijl bijv blz bros bv ca cf ch cie co concl corp ct
    d.d dd dec dept dhr dr drs ed eds e.g enz e.o esq etc e.v excl feb ff fig figs fn gem gen gov hfdst hon i.c i.e ie
    i.p.v i.v.m ibid inc incl ing ir jan jhr jl jr jul jun ltd m.b.t m.i.v m.n m.u.v max mej mevr mgr min mln mld mr mrs
    ms mt n.b n.v nl no nos nov nr nrs o.a o.g.v okt oct ov p pag par para paras pct pp pres prof r.o ref reg resp
    rev rnr rov r.v s.v sch sec sect secs sent sep sept sgt sr st stb stcrt str sub subd subdiv subpar subs subsec suppl
    t.a.v t.o.v t.w.v tel temp tit trb u.s u.s.c univ v v.a vgl viz vnl vol vols vs w.o wet z.g zgn
    """.split()  # noqa: SIM905
)
# Those that also stand at the end of a sentence, where a capital begins the next.
_MAY_END = frozenset(
    """a.m al b.v bv cie co corp e.v enz etc ff ibid inc jr ltd max min n.v no p.m ref sent sr st sub u.s
    wet""".split()  # noqa: SIM905
)


def sentence_ends(text: str) -> list[int]:
    """The characters after each sentence with the space that follows, in order; the last is the text's length.

    Joined, the slices between them are the text. A blank line ends a sentence, a line break alone does not.
    """
    ends: list[int] = []
    length = len(text)
    for mark in _END.finditer(text):
        if mark[1] and not _is_end(text, mark):
            continue
        end = mark.end()
        while end < length and text[end].isspace():
            end += 1
        if not ends or end > ends[-1]:
            ends.append(end)
    if length and (not ends or ends[-1] < length):
        ends.append(length)
    return ends


def _is_end(text: str, mark: re.Match[str]) -> bool:
    """Whether a mark that Latin scripts use ends a sentence here."""
    if mark[1] != ".":
        # An ellipsis in the middle of a sentence goes on in lower case.
        following = _BEGINS.match(text, mark.end())
        return mark[1][-1] in "!?" or following is None or not following[1].islower()
    if mark[2] and mark[2][0] in '"”’»':
        return True
    following = _BEGINS.match(text, mark.end())
    if following is None:
        return True
    if following[1].islower():
        # "3 per cent. of" goes on, whatever the word before.
        return False
    word = _last_word(text, mark.start())
    lower = word.lower()
    if lower in _MAY_END:
        return following[1].isupper() or not following[1].isalnum()
    if lower in _ABBREVIATIONS or _INITIALS.fullmatch(word):
        return False
    # "4." before a word is the number of an item when it begins its line.
    return not (_NUMBER.fullmatch(word) and _begins_line(text, mark.start() - len(word)))


def _last_word(text: str, end: int) -> str:
    window = text[max(0, end - 40) : end]
    if not window or window[-1].isspace():
        return ""
    return window.rsplit(None, 1)[-1].lstrip("([\"'“‘")


def _begins_line(text: str, place: int) -> bool:
    line = text[max(0, place - 20) : place]
    return not line.rpartition("\n")[2].strip("( [\t") and (place < 20 or "\n" in line or place == len(line))
