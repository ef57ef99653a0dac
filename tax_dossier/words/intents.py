"""What a message of the person is: a question, words about sources, a wish for the answer, or small talk."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llm.types import Message
from tax_dossier.language import Language
from tax_dossier.texts import text
from tax_dossier.words.choosing import UNDO
from tax_dossier.words.citations import find_citations
from tax_dossier.words.subjects import telling_words
from tax_dossier.words.tax_year import read_tax_year
from tax_dossier.words.vocabulary import in_law_words, words_of
from wording.amounts import words
from wording.answers import puts_off, yes_or_no

_ANSWER = re.compile(
    r"\b(?:geef|schrijf|formuleer|wil|toon|maak)\b[^.?!]{0,30}\b(?:antwoord|conclusie|advies|samenvatting)\b"
    r"|\bbeantwoord\b"
    r"|^\W*(?:het |een )?(?:antwoord|conclusie)\b|\bwat is (?:de|het|je|uw|jouw) (?:antwoord|conclusie)\b"
    r"|\bvat\b.*\bsamen\b"
    r"|\bantwoord(?:en)? (?:maar|nu|graag)\b|\ben nu (?:het )?antwoord\b|\bgeef (?:nu )?antwoord\b"
    r"|\bdus,? mag (?:het|dat)\b"
    r"|^\W*(?:please )?answer\b|\b(?:give|write|show)\b[^.?!]{0,30}\banswer\b|\banswer (?:it|me|now|please"
    r"|the question)\b"
    r"|\bwhat(?:'s| is) (?:the|your) (?:answer|conclusion)\b|\bsumm(?:arise|arize)\b|\bconclude\b",
    re.I,
)
_THANKS = re.compile(r"^\W*(?:dank|bedankt|thanks|thank you|merci|top,? dank)\b.{0,40}$", re.I)
_HELLO = re.compile(
    r"^\W*(?:hallo|hoi|goede?\s?(?:morgen|middag|avond|dag)|dag|hello|hi|hey|good (?:morning|afternoon))\b.{0,20}$",
    re.I,
)
_LIST = re.compile(
    r"\b(?:welke|toon|laat|geef|lijst|overzicht|wat)\b[^.?!]{0,40}\b(?:bronnen|dossier|lijst"
    r"|titels)\b(?!.*\b(?:weg|verwijder\w*|terug)\b)"
    r"|\b(?:which|show|list|what)\b[^.?!]{0,40}\b(?:sources|dossier|titles)\b",
    re.I,
)
_REMOVE = re.compile(
    r"\b(?:weg|uit)(?:halen|gooien|laten|doen|nemen)\b|\b(?:verwijderen|schrappen)\b"
    r"|\b(?:haal|gooi|neem|streep|doe)\b[^?]{0,160}\b(?:weg|eruit|eraf|er af|niet mee|uit (?:het|de"
    r"|mijn) (?:dossier|lijst))\b"
    r"|\blaat\b[^?]{0,160}\b(?:weg|vallen|eruit|erbuiten|buiten beschouwing)\b"
    r"|\b(?:mag|mogen|kan|kunnen|moet|moeten|hoeft|hoeven)\b[^?]{0,160}\b(?:weg|eruit|niet mee|niet erbij)\b"
    r"|\b(?:verwijder|schrap|wis|negeer|deselecteer|ontdoe)\w*\b|\b(?:remove|delete|drop|discard|deselect"
    r"|exclude|ignore|leave out|take out|get rid of)\b"
    r"|\btake\b.{0,80}\bout\b|\bleave\b.{0,80}\bout\b|^\W*(?:zonder|without)\b|\b(?:niet relevant|irrelevant"
    r"|not relevant)\b"
    r"|\b(?:behoud|bewaar|houd?|keep|gebruik|use)\b[^?]{0,60}\b(?:alleen|enkel|slechts|only|just)\b|\b(?:alleen"
    r"|enkel|slechts|only|just)\b[^?]{0,80}\b(?:behoud\w*|houden|bewaren|keep|gebruiken)\b"
    r"|^\W*keep\b|^\W*(?:alles|alle (?:uitspraken|artikelen|bronnen|wet\w*))\b[^?]*\b(?:weg|eruit)\b",
    re.I,
)
_RESTORE = re.compile(
    r"\b(?:zet|haal|neem|voeg|breng|doe|wil)\b[^?]{0,120}\b(?:terug|weer (?:toe|op|mee|erbij|aan|in)|weer)\b"
    r"|\btoch wel\b|\bherstel\b"
    r"|\b(?:restore|re-?add|reselect)\b|\b(?:put|bring|add|take)\b.{0,80}\b(?:back|again)\b",
    re.I,
)
_ONLY_CASES = re.compile(
    r"\b(?:zoek|vind|is er|zijn er|heb je|geef|toon|alleen|nog meer|welke)\b[^.?!]{0,40}\b(?:rechtspraak"
    r"|jurisprudentie|uitspraken|arresten)\b"
    r"|\b(?:find|search|any|is there|are there|show|more)\b[^.?!]{0,40}\b(?:case law|rulings|judg(?:e)?ments"
    r"|court decisions)\b",
    re.I,
)
_ONLY_LAWS = re.compile(
    r"\b(?:zoek|vind|geef|toon|alleen|nog meer|welke)\b[^.?!]{0,30}\b(?:wetgeving|wetsartikelen|artikelen|wetten)\b"
    r"|\b(?:find|search|any|show|more|which)\b[^.?!]{0,30}\b(?:legislation|statutes|articles|provisions)\b",
    re.I,
)
_ANAPHORA = re.compile(
    r"^\W*(?:en|maar|ook|and|but|also|what about|hoe zit het)\b|\b(?:dat|dit|daarvoor|daarbij|die|deze|that|this|it)\b",
    re.I,
)
# Words of a message that only says which source was meant.
_NAMING_WORDS = 5
# Telling words of a question that says too little on its own.
_SHORT = 4
# What may stand beside a reference that is only to be looked up.
_OF_A_LOOKUP = words(
    """
    zoek vind find toon show geef give zegt staat says bepaalt luidt text tekst uitspraak arrest ruling case wet artikel
    article inhoud content what open voeg toe add graag please hoge raad eens
    """
)
# What may stand in a message that asks for the list of sources and for nothing else.
_OF_THE_LIST = words(
    """
    bron bronnen dossier lijst titel titels staan staat zitten zit nu alle allemaal toon laat zien geef overzicht
    lijstje gevonden gebruik gebruikt gebruiken eens graag even maar tot source sources title titles list show are there
    now all currently found used using give please our have got you
    """
)
# Words and beginnings of words by which a message is about tax; what has none of them is asked about, not searched for.
_OF_TAX = re.compile(
    r"belast|fisc|aftrek|heffing|vrijstell|vrijgest|aangifte|aanslag|inkomst|inkomen|vermogen|winst|omzet|dividend|"
    r"aandeel|aandelen|ondernem|vennootschap|toeslag|accijns|douane|afschrij|investeer|hypothe|schenk|erf(?:en|enis|"
    r"recht)|wetgeving|wetsartikel|rechtspraak|jurisprudentie|uitsprak|arrest|premie|tarief|peildatum|"
    r"\b(?:tax\w*|deduct\w*|vat|exempt\w*|levy|case law|rulings?|legislation|box \d|bv|nv|dga)\b",
    re.IGNORECASE,
)
# What may stand beside a tax year in a message that asks nothing else.
_OF_A_YEAR = words(
    """
    peildatum belastingjaar jaar geef neem doe graag year tax date wordt zet wijzig change set hetzelfde same gold wat
    gaat gaan maak dan for and hoe zit zat dat vandaag today
    """
)


def beside_citations(words: str) -> list[str]:
    """The telling words of a message without what it cites: [] for "zoek artikel 3.16 Wet IB 2001"."""
    words = words[:4000]
    for citation in reversed(find_citations(words)):
        words = words[: citation.start] + " " + words[citation.end :]
    return [word for word in words_of(words) if word not in _OF_A_LOOKUP]


def asks_for_the_list(words: str) -> bool:
    """Whether the words ask what is in the dossier, and nothing else: no "welke bronnen van inkomen"."""
    if len(words) > 120 or _LIST.search(words) is None or is_about_sources(words):
        return False
    return all(word in _OF_THE_LIST for word in words_of(words))


def speaks_of_tax(words: str, before: str = "") -> bool:
    """Whether a message is plainly about tax: by a reference, a term of the law or of its vocabulary, or a telling word
    of the question `before`, which it then goes on from.
    """
    if find_citations(words[:4000]) or in_law_words(words) or _OF_TAX.search(words[:4000]):
        return True
    return any(word in words_of(before) for word in telling_words(words))


def is_about_sources(words: str) -> bool:
    """Whether the words say which sources count, and are no question about tax."""
    if len(words) > 600:
        return False
    if UNDO.search(words) and len(words.split()) <= 8:
        return True
    asks = words.rstrip().endswith("?") and not re.search(
        r"\b(?:bron|dossier|source|lijst)\w*\b|^\W*(?:kun|kan|wil|can|could)\b", words, re.I
    )
    return not asks and (_REMOVE.search(words) is not None or _RESTORE.search(words) is not None)


def may_name_a_source(words: str, language: Language) -> bool:
    """Whether a short message may say which source was meant: "de tweede", "3", a title."""
    if words.rstrip().endswith("?") or wants_answer(words) or simple_reply(words, language) or only_a_year(words):
        return False
    return len(words.split()) <= _NAMING_WORDS or bool(find_citations(words))


def wants_answer(words: str) -> bool:
    return len(words) <= 600 and _ANSWER.search(words) is not None


def simple_reply(words: str, language: Language) -> str:
    """A greeting, thanks or a no; "" for anything else."""
    if _THANKS.match(words):
        return text(language, "thanks")
    if yes_or_no(words) is False or puts_off(words):
        return text(language, "declined")
    if _HELLO.match(words):
        return text(language, "greeting")
    return text(language, "no_question") if says_yes(words) else ""


def is_small_talk(words: str) -> bool:
    """Whether a message is only a greeting or thanks."""
    return bool(_THANKS.match(words) or _HELLO.match(words)) and not speaks_of_tax(words)


def only_a_year(words: str) -> bool:
    """Whether the words name a tax year and ask nothing else: "en voor 2015?", "peildatum 1 juli 2014"."""
    reading = read_tax_year(words)
    if not (reading or reading.several or reading.impossible):
        return False
    for phrase in filter(None, (reading.words, reading.impossible, *reading.several)):
        words = words.replace(phrase, " ")
    return all(word in _OF_A_YEAR for word in words_of(words))


def standing_question(messages: Sequence[Message]) -> str:
    """The newest question of the person, with the one before it where it goes on from that; "" when there was none."""
    questions = [message.text for message in messages if message.role == "user" and is_question(message.text)]
    asked: list[str] = []
    for question in questions:
        if speaks_of_tax(question, asked[-1] if asked else "") or _is_searched(question, messages):
            asked.append(question)
    if not asked:
        return ""
    newest = asked[-1][:2_000]
    if len(asked) > 1 and _goes_on(newest):
        return f"{newest} {asked[-2][:500]}"
    return newest


def _is_searched(words: str, messages: Sequence[Message]) -> bool:
    """Whether the person said yes when they were asked whether to search for these words."""
    at = next(n for n, message in enumerate(messages) if message.role == "user" and message.text == words)
    answer = next((message.text for message in messages[at + 1 :] if message.role == "user"), "")
    return says_yes(answer) and bool(offered_search(messages[: at + 2]))


def offered_search(messages: Sequence[Message]) -> str:
    """The words that the last reply offered to search for; "" when it offered nothing of the kind."""
    turns = [message for message in messages if message.role in ("user", "assistant") and message.text]
    if len(turns) < 2 or (turns[-2].role, turns[-1].role) != ("user", "assistant"):
        return ""
    languages: tuple[Language, Language] = ("nl", "en")
    offers = any(turns[-1].text == offer_of(turns[-2].text, language) for language in languages)
    return turns[-2].text if offers else ""


def offer_of(words: str, language: Language) -> str:
    """The question whether to search for a message that is not plainly about tax."""
    line = " ".join(words.split())
    return text(language, "offer_search", words=line if len(line) <= 120 else f"{line[:119]}…")


def _goes_on(words: str) -> bool:
    """Whether a question is about what was asked before: "en voor een werknemer?", "geldt dat ook in box 3?"."""
    short = len(words_of(words)) <= _SHORT
    return short and not find_citations(words) and _ANAPHORA.search(words) is not None


def is_question(words: str) -> bool:
    """Whether a message is searched for, and neither obeyed nor answered with a sentence."""
    if is_about_sources(words) or asks_for_the_list(words) or wants_answer(words) or simple_reply(words, "nl"):
        return False
    return bool(words_of(words) or find_citations(words)) and not only_a_year(words)


def says_yes(words: str) -> bool:
    """Whether a message is a yes and nothing else."""
    return yes_or_no(words) is True


def wants_only(words: str) -> str:
    """ "legislation" or "case_law" where the words ask for one of them alone; "" for both."""
    cited = find_citations(words[:4000])
    looked_up = bool(cited) and len(beside_citations(words)) <= 1
    if _ONLY_CASES.search(words) or (looked_up and all(citation.ecli for citation in cited)):
        return "case_law"
    return (
        "legislation" if _ONLY_LAWS.search(words) or (looked_up and all(citation.article for citation in cited)) else ""
    )
