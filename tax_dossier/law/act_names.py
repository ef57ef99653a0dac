"""What acts are called for short. Lawyers cite by these names, and so do people who ask."""

from __future__ import annotations

import re

# Citation title -> the usual abbreviation, as in the Leidraad voor juridische auteurs and in the courts' own use.
ABBREVIATIONS = {
    "Wet inkomstenbelasting 2001": "Wet IB 2001",
    "Uitvoeringsbesluit inkomstenbelasting 2001": "UBIB 2001",
    "Uitvoeringsregeling inkomstenbelasting 2001": "URIB 2001",
    "Invoeringswet Wet inkomstenbelasting 2001": "Invoeringswet Wet IB 2001",
    "Wet op de inkomstenbelasting 1964": "Wet IB 1964",
    "Wet op de loonbelasting 1964": "Wet LB 1964",
    "Uitvoeringsbesluit loonbelasting 1965": "UBLB 1965",
    "Uitvoeringsregeling loonbelasting 2011": "URLB 2011",
    "Wet op de omzetbelasting 1968": "Wet OB 1968",
    "Uitvoeringsbesluit omzetbelasting 1968": "UBOB 1968",
    "Uitvoeringsbeschikking omzetbelasting 1968": "UBSOB 1968",
    "Wet op de vennootschapsbelasting 1969": "Wet Vpb 1969",
    "Wet op de dividendbelasting 1965": "Wet DB 1965",
    "Wet bronbelasting 2021": "Wet BB 2021",
    "Wet minimumbelasting 2024": "WMB 2024",
    "Successiewet 1956": "SW 1956",
    "Wet op belastingen van rechtsverkeer": "WBR",
    "Uitvoeringsbesluit belastingen van rechtsverkeer": "UBBR",
    "Wet op de motorrijtuigenbelasting 1994": "Wet MRB 1994",
    "Wet op de belasting van personenauto's en motorrijwielen 1992": "Wet BPM 1992",
    "Wet op de kansspelbelasting": "Wet KSB",
    "Wet op de accijns": "Wet Acc",
    "Wet belastingen op milieugrondslag": "Wbm",
    "Wet op de vermogensbelasting 1964": "Wet VB 1964",
    "Wet waardering onroerende zaken": "Wet WOZ",
    "Algemene wet inzake rijksbelastingen": "AWR",
    "Uitvoeringsregeling Algemene wet inzake rijksbelastingen": "UR AWR",
    "Invorderingswet 1990": "IW 1990",
    "Algemene wet inkomensafhankelijke regelingen": "Awir",
    "Algemene wet bestuursrecht": "Awb",
    "Besluit voorkoming dubbele belasting 2001": "Bvdb 2001",
    "Besluit Bestuurlijke Boeten Belastingdienst": "BBBB",
    "Besluit proceskosten bestuursrecht": "Bpb",
    "Gemeentewet": "Gemw",
    "Grondwet": "Gw",
    "Coördinatiewet Sociale Verzekering": "CSV",
}
_IN_BRACKETS = re.compile(r"\(([A-Z][\w.-]{1,11}(?: \d{4})?)\)\s*$")
_BY_FOLDED = {title.casefold().replace("’", "'"): short for title, short in ABBREVIATIONS.items()}


def abbreviation_of(title: str, given: str = "") -> str:
    """The abbreviation of the act with this citation title: the file's own, the usual one, or an empty text."""
    if given:
        return given
    known = _BY_FOLDED.get(title.strip().casefold().replace("’", "'"), "")
    if known:
        return known
    bracketed = _IN_BRACKETS.search(title)
    return bracketed[1] if bracketed else ""
