"""Acts and rulings in the publishers' XML, with text of our own, for the tests of the imports."""

from __future__ import annotations

import os
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from django.conf import settings

SHARED_DATA = Path(os.environ.get("SHARED_DATA_DIR") or settings.BASE_DIR.parent / "shared" / "data")
REAL_LAW = SHARED_DATA / "dutch_law"
BWB_ID = "BWBR0099999"


def article(number: str, text: str, *, since: str = "2001-01-01", status: str = "goed", title: str = "") -> str:
    """An article whose lines are its leden; a line without a number before a space is text outside of a lid."""
    inner = ""
    for line in text.split("\n"):
        lid, _, words = line.partition(". ")
        if lid.isdigit():
            inner += f'<lid><lidnr status="officieel">{lid}</lidnr><al>{words}</al><meta-data><jcis/></meta-data></lid>'
        else:
            inner += f"<al>{line}</al>"
    since_attribute = f' inwerking="{since}"' if since else ""
    heading = f"<label>Artikel</label><nr>{number}</nr>" + (f"<titel>{title}</titel>" if title else "")
    return (
        f'<artikel label="Artikel {number}"{since_attribute} status="{status}" stam-id="{abs(hash(number)) % 10**6}">'
        f"<kop>{heading}</kop>{inner}<meta-data><brondata><publicatienr>77123</publicatienr></brondata></meta-data></artikel>"
    )


def act(
    *articles: str, on: str = "2015-01-01", title: str = "Wet op de proef 2001", bwb_id: str = BWB_ID, after: str = ""
) -> str:
    """A state of an invented act with one chapter."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><toestand bwb-id={quoteattr(bwb_id)} inwerkingtreding={quoteattr(on)}>'
        f'<bwb-inputbestand>{bwb_id}_2014-01-01_0</bwb-inputbestand><wetgeving soort="wet">'
        f"<intitule>Wet van 1 januari 2001 over proeven</intitule><citeertitel>{escape(title)}</citeertitel><wet-besluit><wettekst>"
        f"<hoofdstuk><kop><label>Hoofdstuk</label><nr>2</nr><titel>Heffing</titel></kop>{''.join(articles)}</hoofdstuk>"
        f"</wettekst>{after}</wet-besluit></wetgeving></toestand>"
    )


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding=encoding)
    return path


def ruling(
    ecli: str = "ECLI:NL:HR:2099:101",
    body: str = "<para>1. Geding. Er is beroep ingesteld.</para><para>2. Beoordeling. De werkruimte telt mee.</para>",
    *,
    court: str = "Hoge Raad",
    day: str = "2099-03-03",
    summary: str = "Werkruimte thuis.",
    kind: str = "uitspraak",
) -> str:
    """An invented ruling as rechtspraak.nl would publish it."""
    return f"""<?xml version="1.0" encoding="utf-8"?>
<open-rechtspraak>
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ecli="https://e-justice.europa.eu/ecli" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bwb="bwb-dl" xmlns:psi="http://psi.rechtspraak.nl/">
    <rdf:Description>
      <dcterms:identifier>{ecli}</dcterms:identifier>
      {f"<dcterms:creator>{court}</dcterms:creator>" if court else ""}
      {f"<dcterms:date>{day}</dcterms:date>" if day else ""}
      <psi:zaaknummer>99/123; 99/124</psi:zaaknummer>
      <psi:procedure>Cassatie</psi:procedure>
      <dcterms:subject>Bestuursrecht; Belastingrecht</dcterms:subject>
      <dcterms:relation ecli:resourceIdentifier="ECLI:NL:PHR:2099:7" psi:type="http://psi.rechtspraak.nl/conclusie" psi:aanleg="http://psi.rechtspraak.nl/eerdereAanleg">Conclusie: ECLI:NL:PHR:2099:7</dcterms:relation>
      <dcterms:references bwb:resourceIdentifier="1.0:v:BWB:{BWB_ID}&amp;artikel=3">Wet op de proef 2001 3</dcterms:references>
    </rdf:Description>
    <rdf:Description><dcterms:identifier>http://deeplink.rechtspraak.nl/uitspraak?id={ecli}</dcterms:identifier></rdf:Description>
  </rdf:RDF>
  <inhoudsindicatie xmlns="http://www.rechtspraak.nl/schema/rechtspraak-1.0"><para>{summary}</para></inhoudsindicatie>
  {f'<{kind} xmlns="http://www.rechtspraak.nl/schema/rechtspraak-1.0">{body}</{kind}>' if body else ""}
</open-rechtspraak>"""
