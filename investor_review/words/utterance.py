"""A message cut into its clauses, each with its place, so that every act can be read for itself. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from investor_review.words.act_words import EXCEPT

_MARKS = re.compile(r"(?<=[.!?;\n])\s+|(?<=[^\d\s])\s*;\s*|;\s+(?=[a-z])|\s+[-–—]\s+|\n+")
_ACT_WORD = (
    r"(?:i |we |please |just |also |then |i'm |i am |let's |you can |can you |could you |the |"
    r"for (?!\d+[ -](?:%|per|days?|weeks?|months?|years?|hours?))|on (?!\d+[ -](?:%|per|days?|weeks?|months?|years?|"
    r"hours?))|"
    r"as for |"
    r"otherwise |so is |so are |(?:no|yes|ok|okay) (?:to|for|on|with) |[a-z]+[-_]?\d+ |with (?!the exception)|only |"
    r"disagree|refuse|object|withdraw|undo|cap |limit |split |forget|raise |lower |"
    r"extend |reduce |issue |number |#|not |leave|accept|approve|reject|skip|close|resolve|reopen|mark|keep|change|"
    r"add|"
    r"replace|make|take|"
    r"confirm|decline|agree|ignore|apply|use|delete|remove|drop|don't|do not|no to|yes to|say|all |everything|"
    r"both |that |this |it |they |those |these |\d+(?!\s*(?:,|and\b|&|;|or\b|[.!?)]|$))|first|second|third|fourth|"
    r"fifth|"
    r"drop |sixth|last|what|how|why|is |"
    r"are |should)"
)
_JOINS = re.compile(
    # "11 ok 12 no": a verdict, then a number or an id that has one of its own.
    r"(?:(?<=\byes)|(?<=\bno)|(?<=\bok)|(?<=\bfine))\s+(?=(?:#?\d+|[a-z]+[-_]?\d+):?\s+(?:yes|no|ok|fine|skip|"
    r"leave)\b)|"
    # After a verdict the next name begins: "highs yes, rest no".
    r"(?:(?<=\byes)|(?<=\bno)|(?<=\bok)|(?<=\bfine)|(?<=accepted)|(?<=rejected)|(?<=approved)|(?<=agreed)|"
    r"(?<=declined)|(?<=\bskip)|(?<=okay)|(?<=\bdone)|(?<=settled)|(?<=good)|(?<=closed)|(?<=resolved)),\s*(?:and |"
    r"but )?(?=\S+ \S)|"
    rf",\s*(?:and |but |then |while |whereas |though |yet |so )?(?={_ACT_WORD})|"
    # "… and for the third say sixty days", "… and generate the clean version".
    r",?\s+and\s+(?=(?:for|on|as for|with) (?:the (?:first|second|third|fourth|fifth|sixth|last)|number|issue|#?\d))|"
    r",?\s+and\s+(?=(?:then |please )?(?:generate|produce|create|make|prepare|send) (?:me |us )?(?:a |the |my )?"
    r"(?:clean|final|revised|updated|document|pdf|papers?)\w*)|"
    # Two wordings side by side: "the fee should be one percent and the term must be ten years".
    r"\s+and\s+(?=(?:the |our |their )?(?:\S+ ){1,4}(?:should|must|needs?|has to|have to|ought)\b)|"
    rf"\s+(?:(?<!everything )(?<!all )(?<!of them )but|while|whereas|however|though|then|although)\s+|"
    rf"\s+and\s+(?=(?:then |also |please |i |we |i'm |you can |let's |don't |do not )?"
    r"(?:leave|accept|approve|reject|skip|close|resolve|reopen|mark|keep|change|add|replace|make|take|confirm|"
    r"decline|agree|ignore|apply|use|delete|remove|drop|say|fix|correct|put|set|add|forget|undo|withdraw|disagree|"
    r"both|that's|it's|we're|i'm|i )\b)",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"^\W*(?:(?:and|but|so|now|ok|well),? )?"
    r"(?:if|what if|imagine|assume|pretend|let's (?:say|assume|suppose|imagine|pretend)|hypothetically|in theory|"
    r"for the sake of|say (?:i|we)\b|als|stel|wat als|indien|unless|once|provided|subject to|depending on|pending|"
    r"until|contingent on|as long as|so long as|"
    r"should (?:they|the|you|we)|were (?:they|we|the)|had (?:they|we|the)|assuming|suppose|supposing|in case|"
    r"should they)\b"
    r"(?! (?:possible|you (?:can|could|like|don't mind|please)|that'?s (?:ok|okay|fine)|it'?s (?:ok|okay|fine)))",
    re.IGNORECASE,
)
QUOTED = re.compile(r"[\"“][^\"”]{1,2000}[\"”]")


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    start: int
    question: bool = False
    # "If they pay, …": all of the sentence is only supposed.
    supposed: bool = False
    # "Not the first but the second": what comes after "but" goes the other way.
    after_but: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def split(message: str) -> list[Clause]:
    """The clauses of a message with their places. What stands in quotation marks is never cut."""
    shielded = QUOTED.sub(lambda match: "\x01" * len(match.group()), message)
    clauses: list[Clause] = []
    at = 0
    for stop in [*_MARKS.finditer(shielded), None]:
        end = stop.start() if stop else len(shielded)
        sentence = shielded[at:end]
        question, supposed = sentence.rstrip().endswith("?"), bool(_SUPPOSED.match(sentence))
        inner, after_but = 0, False
        for join in [*_JOINS.finditer(sentence), None]:
            if join and EXCEPT.match(sentence[inner : join.start()].strip().lower()):
                continue
            cut = join.start() if join else len(sentence)
            text = message[at + inner : at + cut]
            if text.strip(" ,.;!?"):
                lead = len(text) - len(text.lstrip())
                clauses.append(Clause(text.strip(), at + inner + lead, question, supposed, after_but))
            after_but = join is not None and "but" in join.group().lower().split()
            inner = join.end() if join else cut
        at = stop.end() if stop else end
    return clauses
