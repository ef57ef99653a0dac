"""The numbers by which a passage is held against a question. Set by hand, by the sets of `evaluate pursuit`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Shares from 0 to 1, but where a line says otherwise."""

    # A term of the question; any other word of its subject counts 1.
    weak: float = 0.15  # A word that says little.
    figure: float = 0.5  # A number.
    name: float = 1.5  # A name; more than 1.
    unknown: float = 0.35  # A word that no passage has: the policy says it in other words.
    pieces: float = 0.9  # A phrase of which every word is said, but not as the phrase.
    most_weak: float = 0.3  # All weak terms together count no more.

    # Where a term stands.
    statement: float = 1.0  # In the statement itself.
    label: float = 0.95  # In what the statement stands under.
    before: float = 0.85  # In the sentences before it.
    paragraph: float = 0.6  # Elsewhere in its paragraph.
    title: float = 0.85  # In the document's title.
    rest: float = 0.35  # Elsewhere in the passage.
    broader: float = 0.75  # In a title on the broader thing.

    # How much of the subject a statement holds.
    held: float = 0.6  # From here on a term is held; a name, and the subject's own nouns, must be.
    unfocused: float = 0.5  # At most, where the subject's own nouns are not held.
    own_share: float = 0.25  # At least, in the statement itself, where no kind of answer is asked for.
    other_event: float = 0.75  # What a statement on another event is worth.
    other_thing: float = 0.6  # What one on another thing is worth, as an appeal for a claim.

    # What a share of the subject is good for.
    answers: float = 0.68  # It answers.
    touches: float = 0.6  # It is worth showing as near.
    short_of: float = 0.01  # So much below answering stays what no payer is named for.
    no_answer: float = 0.75  # What is left of the share without the kind of answer asked for.

    # Between statements that answer alike.
    says_itself: float = 0.15  # It says the subject itself.
    plainly: float = 0.15  # It says it plainly.
    fits_message: float = 0.1  # It fits the message that the part is from.
    headed: float = 0.08  # Its heading is on just this.
    as_good: float = 0.12  # Statements no further below the best are shown with it.

    # Contradictions.
    rivals: int = 6  # The best so many passages are held against each other; a count.
    speaks: float = 0.5  # From here on a statement speaks of the same thing.
    same_matter: float = 0.4  # From here on the words of the shorter of two quotes are of one matter.


WEIGHTS = Weights()
