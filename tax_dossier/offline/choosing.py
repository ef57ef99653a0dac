"""What the person's words want removed and put back: the verb by its examples, the sources by what is named."""

from __future__ import annotations

from collections.abc import Sequence

from tax_dossier.offline.reading import CURATES, Label, read
from tax_dossier.record import SourceView
from tax_dossier.replies import WHICH_SOURCE
from tax_dossier.words import Texts, named, names_no_source, without_exception, without_the_rest, without_what_stays


def choose(words: str, sources: Sequence[SourceView], texts: Texts) -> dict[str, list[str] | bool]:
    """The arguments of a SourceChoice. What only names a source answers which is to go."""
    words = without_what_stays(" ".join(words.split()))
    read_as = (read(words), read(words, WHICH_SOURCE))
    of_each = [[(clause.label, clause.text) for clause in clauses if clause.label in CURATES] for clauses in read_as]
    kept = without_the_rest(words)
    chosen: dict[str, list[str]] = {"remove": [], "restore": [], "unclear": [], "missing": []}
    plain = False
    for label, clause in [(Label.KEEP, kept)] if kept else of_each[0] or of_each[1]:
        # "3.92 is niet nodig, haal die weg": what is to go was named before.
        wanted, exception = without_exception(words if names_no_source(clause) else clause)
        result = named(wanted, sources, texts, restore=label is Label.RESTORE)
        meant = result.meant
        if exception:
            exceptions = named(exception, sources, texts).meant
            # Without what stays, nothing goes.
            meant = [source for source in meant or sources if source not in exceptions] if exceptions else []
        if label is Label.KEEP and meant:
            others = [source for source in sources if source not in meant]
            # What alone shall count does count.
            chosen["restore"] += [source.title for source in meant if not (others and source.selected)]
            meant, plain = others, True
        chosen["restore" if label is Label.RESTORE else "remove"] += [source.title for source in meant]
        chosen["unclear"] += [source.title for source in result.candidates]
        chosen["missing"] += result.unknown
    return {**chosen, "plain": plain or any(chosen.values())}
