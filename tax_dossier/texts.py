"""Everything that TESS says in words of its own, in Dutch and in English."""

from __future__ import annotations

from datetime import date
from typing import Any

from tax_dossier.language import Language

_MONTHS: dict[Language, tuple[str, ...]] = {
    "nl": (
        *("januari", "februari", "maart", "april", "mei", "juni"),
        *("juli", "augustus", "september", "oktober", "november", "december"),
    ),
    "en": (
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
}

_DUTCH = {
    "added": "Aan het dossier toegevoegd ({reference}):",
    "law_heading": "Wetgeving",
    "case_heading": "Rechtspraak",
    "already": "Stond al in het dossier: {titles}.",
    "no_law": "Ik vond geen wetgeving bij deze vraag.",
    "no_case": "Ik vond geen rechtspraak bij deze vraag.",
    "near_law": "De gevonden wetgeving raakt de vraag alleen zijdelings.",
    "near_case": "De gevonden rechtspraak raakt de vraag alleen zijdelings.",
    "empty_law": "Er is nog geen wetgeving ingelezen. Een beheerder doet dat met `import_legislation`.",
    "empty_case": "Er is nog geen rechtspraak ingelezen. Een beheerder doet dat met `import_case_law`.",
    "offer": "Haal weg wat niet past (bijvoorbeeld ‘haal de tweede weg’) of zeg ‘geef antwoord’.",
    "offer_short": "Zeg ‘geef antwoord’ voor een antwoord uit deze bronnen.",
    "nothing_found": "Vraag het met andere woorden, of noem een artikel of een ECLI.",
    "reference_today": "peildatum: vandaag, {day}",
    "reference_day": "peildatum: {day}",
    "reference_changed": "De peildatum is nu {day}.",
    "reference_reset": "De peildatum is weer vandaag, {day}.",
    "several_days": "U noemt meer dan één datum ({days}). Welke peildatum bedoelt u? Tot dan geldt: {reference}.",
    "impossible_day": "{words} is geen bestaande datum. Noem de peildatum opnieuw; tot dan geldt: {reference}.",
    "no_version": "Van {name} ken ik geen versie die op {day} gold. Bekend: {versions}.",
    "no_version_any": "Op {day} gold niets van wat ik bij deze vraag vond. Bekend: {versions}.",
    "unknown_article": "Ik ken {name} niet.",
    "replaced": "In het dossier vervangen door de versie van die dag: {titles}.",
    "from": "vanaf {day}",
    "until": "tot {day}",
    "from_until": "van {start} tot {end}",
    "always": "zonder begin- en einddatum",
    "unknown_ecli": "{ecli} staat niet in de rechtspraak die ik ken.",
    "removed": "Weggehaald: {titles}.",
    "restored": "Teruggezet: {titles}.",
    "taken_out": "Uit het dossier gehaald: {titles}.",
    "undone": "De laatste wijziging is ongedaan gemaakt.",
    "nothing_to_undo": "Er is geen wijziging om ongedaan te maken.",
    "already_removed": "Dat was al weggehaald: {titles}.",
    "already_selected": "Dat telt al mee: {titles}.",
    "no_number": "Er is geen bron {number}. {range}",
    "range": "Het dossier heeft bron 1 tot en met {last}.",
    "range_one": "Het dossier heeft alleen bron 1.",
    "no_sources": "Het dossier heeft nog geen bronnen. Stel eerst uw vraag.",
    "not_understood": "Ik weet niet welke bron u bedoelt. Noem het nummer of de titel.",
    "not_in_dossier": "Niet in het dossier: {name}.",
    "which": "Welke bedoelt u: {candidates}? Noem het nummer.",
    "source_n": "bron {number} ({title})",
    "removed_mark": "weggehaald",
    "list": "Dit staat in het dossier ({reference}):",
    "none_left": "Er telt nu geen bron meer mee.",
    "no_answer_empty": "Het dossier heeft geen bronnen, dus ik kan niet antwoorden. Stel eerst uw vraag.",
    "no_answer_unselected": "Alle bronnen van het dossier zijn weggehaald, dus ik kan niet antwoorden. "
    "Zet er een terug of stel een nieuwe vraag.",
    "no_answer_date": "Geen van de gekozen bronnen gold op {day}. Wijzig de peildatum of zoek opnieuw.",
    "not_valid": "Buiten beschouwing, want niet geldig op {day}: {titles}.",
    "no_support": "De gekozen bronnen zeggen niets over deze vraag.",
    "extract": "Er is geen taalmodel ingesteld. Deze passages uit uw dossier passen het best bij de vraag:",
    "answer_end": "Alleen gebaseerd op de bronnen in uw dossier ({reference}). Dit is geen advies.",
    "dropped_citations": "Weggelaten: {count} verwijzing(en) naar iets dat niet in het dossier staat.",
    "dropped_sentences": "Weggelaten: {count} zin(nen) zonder bron in het dossier.",
    "unsourced": "geen bron",
    "only_sources": "Ik antwoord alleen uit de bronnen van uw dossier. Stel uw vraag, dan zoek ik ze erbij.",
    "dossier_changed": "Het dossier is intussen gewijzigd. Zeg opnieuw ‘geef antwoord’.",
    "greeting": "Goedendag. Welke belastingvraag wilt u uitzoeken?",
    "thanks": "Graag gedaan. Stel gerust een vervolgvraag.",
    "declined": "Goed. Pas het dossier aan of stel een vervolgvraag.",
    "ask_for_answer": "Geef antwoord",
    "no_question": "Stel eerst uw vraag, dan zoek ik de bronnen.",
    "offer_search": "Er is niets gewijzigd. Wilt u dat ik in wetgeving en rechtspraak zoek naar “{words}”?",
    "help": "Stel een belastingvraag. Ik zoek wetgeving en rechtspraak, u haalt weg wat niet past, en dan antwoord ik "
    "alleen uit uw dossier.",
}
_ENGLISH = {
    "added": "Added to the dossier ({reference}):",
    "law_heading": "Legislation",
    "case_heading": "Case law",
    "already": "Already in the dossier: {titles}.",
    "no_law": "I found no legislation for this question.",
    "no_case": "I found no case law for this question.",
    "near_law": "The legislation that I found only touches on the question.",
    "near_case": "The case law that I found only touches on the question.",
    "empty_law": "No legislation has been imported yet. An administrator does so with `import_legislation`.",
    "empty_case": "No case law has been imported yet. An administrator does so with `import_case_law`.",
    "offer": "Remove what does not fit (such as “remove the second”) or say “answer”.",
    "offer_short": "Say “answer” for an answer from these sources.",
    "nothing_found": "Ask it in other words, or name an article or an ECLI.",
    "reference_today": "law as of today, {day}",
    "reference_day": "law as of {day}",
    "reference_changed": "The law as of {day} now applies.",
    "reference_reset": "The law as of today, {day}, applies again.",
    "several_days": "You name more than one date ({days}). Which one do you mean? Until then: {reference}.",
    "impossible_day": "{words} is not a date. Name the date again; until then: {reference}.",
    "no_version": "I know no version of {name} that was in force on {day}. Known: {versions}.",
    "no_version_any": "Nothing that I found for this question was in force on {day}. Known: {versions}.",
    "unknown_article": "I do not know {name}.",
    "replaced": "Replaced in the dossier by the version of that day: {titles}.",
    "from": "from {day}",
    "until": "until {day}",
    "from_until": "from {start} until {end}",
    "always": "without a first or last day",
    "unknown_ecli": "{ecli} is not in the case law that I know.",
    "removed": "Removed: {titles}.",
    "restored": "Put back: {titles}.",
    "taken_out": "Taken out of the dossier: {titles}.",
    "undone": "The last change was undone.",
    "nothing_to_undo": "There is no change to undo.",
    "already_removed": "That was removed already: {titles}.",
    "already_selected": "That counts already: {titles}.",
    "no_number": "There is no source {number}. {range}",
    "range": "The dossier has sources 1 to {last}.",
    "range_one": "The dossier has source 1 only.",
    "no_sources": "The dossier has no sources yet. Ask your question first.",
    "not_understood": "I do not know which source you mean. Give its number or its title.",
    "not_in_dossier": "Not in the dossier: {name}.",
    "which": "Which one do you mean: {candidates}? Give the number.",
    "source_n": "source {number} ({title})",
    "removed_mark": "removed",
    "list": "This is in the dossier ({reference}):",
    "none_left": "No source counts any more.",
    "no_answer_empty": "The dossier has no sources, so I cannot answer. Ask your question first.",
    "no_answer_unselected": "All sources of the dossier were removed, so I cannot answer. "
    "Put one back or ask a new question.",
    "no_answer_date": "None of the chosen sources was in force on {day}. Change the date or search again.",
    "not_valid": "Left aside, because not in force on {day}: {titles}.",
    "no_support": "The chosen sources say nothing about this question.",
    "extract": "No language model is set. These passages of your dossier fit the question best, in Dutch as they are:",
    "answer_end": "Based on the sources in your dossier alone ({reference}). This is no advice.",
    "dropped_citations": "Left out: {count} reference(s) to what is not in the dossier.",
    "dropped_sentences": "Left out: {count} sentence(s) without a source in the dossier.",
    "unsourced": "no source",
    "only_sources": "I answer from the sources of your dossier alone. Ask your question and I will find them.",
    "dossier_changed": "The dossier has changed meanwhile. Say “answer” again.",
    "greeting": "Hello. Which tax question would you like to look into?",
    "thanks": "You are welcome. Ask another question whenever you like.",
    "declined": "Fine. Change the dossier or ask another question.",
    "ask_for_answer": "Give an answer",
    "no_question": "Ask your question first, and I will find the sources.",
    "offer_search": "Nothing has changed. Shall I search legislation and case law for “{words}”?",
    "help": "Ask a tax question. I look for legislation and case law, you remove what does not fit, and then I answer "
    "from your dossier alone.",
}
TEXTS: dict[Language, dict[str, str]] = {"nl": _DUTCH, "en": _ENGLISH}


def text(language: Language, name: str, /, **values: Any) -> str:
    """The sentence of that name in that language; a date among the values is written out."""
    shown = {key: day_in_words(value, language) if isinstance(value, date) else value for key, value in values.items()}
    return TEXTS[language][name].format(**shown)


def day_in_words(day: date, language: Language) -> str:
    """ "1 juli 2014", "1 July 2014"."""
    return f"{day.day} {_MONTHS[language][day.month - 1]} {day.year}"


def reference(day: date | None, today: date, language: Language) -> str:
    """How the day whose law applies is named: "peildatum: vandaag, 22 november 2026"."""
    return text(language, "reference_day", day=day) if day else text(language, "reference_today", day=today)


def period(start: date | None, end: date | None, language: Language) -> str:
    """How long a version was law; `end` is the first day on which it no longer was."""
    if start and end:
        return text(language, "from_until", start=start, end=end)
    if start or end:
        return text(language, "from", day=start) if start else text(language, "until", day=end)
    return text(language, "always")
