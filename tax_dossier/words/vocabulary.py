"""What people say and what the law calls it, in both languages: a question is searched in the law's words, too."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from wording.amounts import words

_WORD = re.compile(r"[^\W\d_]{3,}")
_EMPTY = words(
    """
    aan als bij dat deze die dit door een het hun ik in is kan kunnen mag mijn naar niet nog of om ook onder op over te
    tot uit van voor was wat wie waar wanneer welke hoe hoeveel zal zich zijn heb heeft hebben worden wordt moet dan wel
    geen uw mij moeten mogen wil graag geldt gelden daar hier haar hem zij wij ons the and are can for from has have how
    may not that this was what when where which who will with about should does did you your must mag artikel
    """
)


# Everyday words (a pattern for whole words) and the words of the law.
_TERMS: tuple[tuple[str, str], ...] = (
    (r"thuiswerkplek\w*|thuiskantoor|werkkamer|kantoor aan huis|thuiswerk\w*|home[- ]?office|study at home"
        r"|work(?:ing)? (?:from|at) home", "werkruimte woning"),
    (r"deduct\w*|write off", "aftrek aftrekbaar"),
    (r"costs?|expenses?", "kosten"),
    (r"zzp\w*|freelancer?s?|eenmanszaak|self[- ]?employed|sole trader"
        r"|entrepreneurs?", "ondernemer winst uit onderneming"),
    (r"btw|vat|value added tax", "omzetbelasting"),
    (r"hypotheek\w*|mortgage\w*", "eigen woning eigenwoningschuld renten aftrekbare kosten"),
    (r"eigen huis|koopwoning|own home|owner[- ]occupied|my house", "eigen woning"),
    (r"auto van de zaak|leaseauto|bijtelling|company car|lease car|private use of (?:a"
        r"|the) car", "privégebruik auto voordeel bijtelling"),
    (r"box ?3|spaargeld|vermogensbelasting|savings|wealth tax", "voordeel uit sparen en beleggen rendementsgrondslag"),
    (r"box ?2|dga|aandelen in (?:mijn|de|een) bv|substantial (?:shareholder|interest)", "aanmerkelijk belang"),
    (r"box ?1", "inkomen uit werk en woning"),
    (r"alimentatie|alimony|maintenance payments?", "onderhoudsverplichtingen"),
    (r"studiekosten|opleiding\w*|cursus\w*|study costs|tuition|education", "scholing studie opleiding"),
    (r"giften?|goede doelen?|donaties?|gifts?|charit\w+|donations?", "aftrekbare giften"),
    (r"dokter\w*|ziekte\w*|medische|zorgkosten|medical|illness|health ?care", "specifieke zorgkosten uitgaven ziekte"),
    (r"30%-?regeling|expats?|30% ruling", "extraterritoriale kosten"),
    (r"schenken|schenking\w*|donate to (?:my )?child\w*", "schenkbelasting schenking"),
    (r"erven|erfenis\w*|nalatenschap|inherit\w*", "erfbelasting verkrijging krachtens erfrecht"),
    (r"reiskosten|woon-werk\w*|travel(?:ling)? expenses|commut\w+", "reizen vervoer reiskosten"),
    (r"zakenlunch\w*|etentje\w*|lunch\w*|diner\w*|meals?|dinner", "voedsel drank genotmiddelen representatie"),
    (r"(?:werk)?kleding|kleren|cloth(?:es|ing)|uniforms?", "kleding werkkleding"),
    (r"laptop|computer|telefoon|phone", "computer apparatuur telefoon"),
    (r"verlies|verliezen|loss(?:es)?", "verlies verrekening"),
    (r"pensioen\w*|lijfrente\w*|pensions?|annuit\w+", "pensioen lijfrente inkomensvoorzieningen"),
    (r"bezwaar\w*|objection", "bezwaarschrift bezwaar termijn"),
    (r"boete\w*|penalt\w+|fines?", "vergrijpboete verzuimboete bestuurlijke boete"),
    (r"navordering\w*|additional assessment", "navorderingsaanslag nieuw feit"),
    (r"partner|echtgeno\w+|spouse|husband|wife", "partner"),
    (r"kind|kinderen|kids?|child|children", "kind kinderen"),
    (r"rente|interest", "rente renten"),
    (r"loon|salaris|wages?|salary", "loon dienstbetrekking"),
    (r"werknemer|employee", "werknemer dienstbetrekking loon"),
    (r"winst|profits?", "winst onderneming"),
    (r"afschrijv\w+|depreciat\w+", "afschrijving"),
    (r"investering\w*|investments?", "investeringsaftrek"),
    (r"urencriterium|hours criterion", "urencriterium"),
    (r"starters?aftrek|start-?ups?", "startersaftrek ondernemersaftrek"),
    (r"kleineondernemersregeling|kor|small business scheme", "kleine ondernemers vrijstelling omzetbelasting"),
    (r"verhuur\w*|huurinkomsten|rental|rent out|airbnb", "tijdelijke verhuur huur"),
    (r"woonplaats|resident|residence|emigr\w+", "woonplaats binnenlandse belastingplichtige"),
    (r"tax return|aangifte", "aangifte"),
    (r"assessment|aanslag\w*", "aanslag"),
    (r"exempt\w*|vrijgesteld", "vrijstelling"),
    (r"taxable|belastbaar", "belastbaar belast"),
    (r"house|home|huis|woonhuis|appartement|apartment|woning", "woning"),
    (r"supplies?|leveringen|goods|goederen", "levering goederen"),
    (r"services?|diensten", "diensten"),
)  # fmt: skip
_COMPILED = tuple((re.compile(rf"(?<!\w)(?:{everyday})(?!\w)", re.IGNORECASE), law) for everyday, law in _TERMS)


def in_law_words(question: str) -> str:
    """The words that the law has for what a question speaks of; "" when it says nothing that is known here."""
    law_words: list[str] = []
    for everyday, law in _COMPILED:
        if everyday.search(question[:2000]):
            law_words += [word for word in law.split() if word not in law_words]
    return " ".join(law_words)


def words_of(text: str) -> list[str]:
    """The telling words of a text, in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return [word for word in _WORD.findall(plain) if word not in _EMPTY]


@lru_cache(maxsize=100_000)
def likeness(word: str, other: str) -> float:
    """How alike two words are: 1 for the same stem ("aftrekken", "aftrekbaar"), less for a part of a compound."""
    if word == other:
        return 1.0
    short, long = sorted((word, other), key=len)
    same = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if same >= 6 or (same == len(short) >= 4 and len(long) - len(short) <= 3):
        return 0.9
    return 0.5 if len(short) >= 5 and (long.endswith(short) or long.startswith(short)) else 0.0
