"""The e-mail to the company: one fixed structure in plain text, and the same as a message that a mail program opens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from textwrap import wrap

from django.utils.translation import gettext, gettext_noop, ngettext

from investor_review.edits import FORBIDDEN, ChangeLog, Entry, unsupported

WIDTH = 78
LEFT = gettext_noop("We leave the text as it is here and ask for no change.")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029\ufeff]+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\b[\w.+-]+@[\w-]+\.\w+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Letter:
    """What the e-mail is about. `summary` is the text of the section on the requested changes."""

    company: str
    investor: str
    document: str
    log: ChangeLog
    summary: str


def subject_of(letter: Letter) -> str:
    """One line, whatever stands in the names."""
    asks = asks_for_anything(letter.log)
    subject = (
        gettext("Requested changes to %(document)s before investment – %(company)s")
        if asks
        else gettext("Review of %(document)s before investment – %(company)s")
    )
    return subject % {"document": _line(letter.document, 90), "company": _line(letter.company, 60)}


def asks_for_anything(log: ChangeLog) -> bool:
    """Whether the company shall do something: a change was made, or an issue is open that is not left as it is."""
    return bool(log.applied or log.unresolved)


def email_text(letter: Letter) -> str:
    """The e-mail: subject, greeting, summary, applied changes, open issues, next steps, sign-off."""
    asked = gettext("Below is what we ask you to change before we invest.") if asks_for_anything(letter.log) else ""
    thanks = gettext("Thank you for sharing “%(document)s”. We have reviewed it.")
    none, log = gettext("None."), letter.log
    left = f"{gettext('Noted, without a change')}\n\n{_numbered(log.left, '', _left)}" if log.left else ""
    sections = [
        f"{gettext('Subject:')} {subject_of(letter)}",
        gettext("Dear %(company)s team,") % {"company": _line(letter.company, 120)},
        _filled(f"{thanks % {'document': _line(letter.document, 200)}} {asked}".strip()),
        f"{gettext('Summary of requested changes')}\n\n{_paragraphs(letter.summary)}",
        f"{gettext('Changes made in the attached version')}\n\n{_numbered(log.applied, none, _applied)}",
        f"{gettext('Open issues')}\n\n{_numbered(log.unresolved, none, _unresolved)}",
        left,
        f"{gettext('Next steps')}\n\n{_next_steps(log)}",
        f"{gettext('Kind regards,')}\n{_line(letter.investor, 120)}",
    ]
    return "\n\n".join(filter(None, sections)) + "\n"


def email_message(
    letter: Letter, text: str, *, made_at: datetime, pdf: bytes | None = None, pdf_name: str = ""
) -> bytes:
    """The e-mail as a message (RFC 5322) without addresses, for the sender to fill in; the PDF is attached."""
    message = EmailMessage(policy=SMTP)
    message["Date"] = made_at
    message["X-Unsent"] = "1"  # Mail programs open such a file as a draft.
    body = text.partition("\n\n")[2]
    message.set_content(body, charset="utf-8", cte="quoted-printable")
    if pdf is not None:
        message.add_attachment(pdf, maintype="application", subtype="pdf", filename=_file_name(pdf_name))
    return _subject_header(subject_of(letter)) + message.as_bytes()


def _subject_header(subject: str) -> bytes:
    """Encoded as a whole (RFC 2047): word by word, Python 3.11 loses the space between two words beyond ASCII."""
    charset = "us-ascii" if subject.isascii() else "utf-8"
    encoded = Header(subject, charset, header_name="Subject").encode(linesep="\r\n")
    return f"Subject: {encoded}\r\n".encode("ascii")


def summary_by_rule(log: ChangeLog) -> str:
    """The summary that needs no model: what was changed and for which issue, and how much is open."""
    applied, unresolved = log.applied, log.unresolved
    if not log.entries:
        none = gettext("We ask for no change.")
        return none if log.withheld else f"{gettext('The review raised no issues.')} {none}"
    sentences = []
    if applied:
        changes, points = sum(len(entry.redlines) for entry in applied), len(applied)
        asked = ngettext("We ask you to agree to %(n)s change", "We ask you to agree to %(n)s changes", changes)
        on = ngettext("on %(n)s point", "on %(n)s points", points) % {"n": points} if changes != points else ""
        sentences.append(f"{asked % {'n': changes}} {on}".rstrip() + ":")
        sentences += [f"- {_line(_titled(entry), 220)}" for entry in applied]
    else:
        sentences.append(gettext("We ask for no change of the wording at this point."))
    if unresolved:
        still = ngettext(
            "%(n)s issue is still open; see below.", "%(n)s issues are still open; see below.", len(unresolved)
        )
        sentences.append(still % {"n": len(unresolved)})
    return "\n".join(sentences)


def problems_of_summary(summary: str, letter: Letter) -> list[str]:
    """Why a model's summary is not sent: empty, too long, an address, something of ours, a figure of no log."""
    problems = []
    text = summary.strip()
    if not text:
        problems.append("it is empty")
    if len(text) > 2500:
        problems.append(f"it has {len(text)} characters, more than 2,500")
    if address := _ADDRESS.search(text):
        problems.append(f"it holds the address {address[0]!r}")
    if internal := FORBIDDEN.search(" ".join(text.split())):
        problems.append(f"it holds {internal[0]!r}, which is ours alone")
    counts = log_figures(letter.log)
    invented = unsupported(text, stated_in(letter.log), letter.company, letter.document, counts)
    problems += [f"the change log does not state {fact}" for fact in invented]
    return problems


def stated_in(log: ChangeLog) -> str:
    """Everything that the log states, without the marks of a redline, which would run into its figures."""
    lines = []
    for entry in log.entries:
        issue = entry.issue
        lines += [issue.issue_id, issue.title, issue.summary, issue.instruction, *issue.suggested, *entry.reasons]
        lines.append(entry.place)
        lines += [text for redline in entry.redlines for text in (redline.place, redline.before, redline.after)]
    return "\n".join(lines)


def log_figures(log: ChangeLog) -> str:
    """The counts that a summary may name."""
    applied = sum(len(entry.redlines) for entry in log.applied)
    return " and ".join(
        str(n) for n in (len(log.entries), len(log.applied), applied, len(log.unresolved), *log.counts().values())
    )


def _applied(entry: Entry) -> list[str]:
    lines = [_line(_titled(entry), 300)]
    for redline in entry.redlines:
        lines.append(f"{gettext('Before:')} {_line(redline.before, 4000)}")
        lines.append(f"{gettext('After:')} {_line(redline.after, 4000)}")
    return lines


def _titled(entry: Entry) -> str:
    """What it is about and where it stands: "Notice is short (clause 9.1, page 6)"."""
    return f"{entry.issue.title} ({entry.place})" if entry.place else entry.issue.title


def _unresolved(entry: Entry) -> list[str]:
    issue = entry.issue
    state = (
        gettext("open")
        if issue.status == "open"
        else gettext("not settled yet")
        if issue.status == "in_progress"
        else gettext("wording to be agreed")
    )
    lines = [f"{_line(_titled(entry), 300)}: {state}"]
    if issue.summary:
        lines.append(_line(issue.summary, 500))
    lines += [f"{gettext('Proposed:')} {_line(entry.proposal, 1500)}"] if entry.proposal else []
    return lines + ([gettext(entry.going_out)] if entry.going_out else [])


def _left(entry: Entry) -> list[str]:
    return [
        _line(_titled(entry), 300),
        *([_line(entry.issue.summary, 500)] if entry.issue.summary else []),
        gettext(LEFT),
    ]


def _next_steps(log: ChangeLog) -> str:
    steps = []
    if log.applied:
        steps.append(
            gettext("Please review the changes in the attached version and tell us whether you agree to them.")
        )
    if any(entry.proposal for entry in log.unresolved):
        steps.append(
            gettext(
                "Please tell us whether you agree to what is proposed for each open issue, or send us your wording."
            )
        )
    elif log.unresolved:
        steps.append(gettext("Please send us your proposal for each open issue."))
    steps.append(gettext("We will then confirm the final text with you before signing."))
    return "\n".join(_item(number, [step]) for number, step in enumerate(steps, 1))


def _numbered(entries: list[Entry], empty: str, lines: object) -> str:
    assert callable(lines)
    return "\n\n".join(_item(number, lines(entry)) for number, entry in enumerate(entries, 1)) or empty


def _item(number: int, lines: list[str]) -> str:
    lead = f"{number}. "
    hanging = " " * len(lead)
    first = _filled(f"{lead}{lines[0]}", hanging)
    return "\n".join([first, *(_filled(f"{hanging}{line}", hanging) for line in lines[1:])])


def _paragraphs(text: str) -> str:
    lines = [" ".join(_CONTROL.sub(" ", line).split()) for line in text.strip().splitlines()]
    return "\n".join(_filled(line, hanging="  " if line.startswith(("- ", "* ")) else "") for line in lines)


def _filled(text: str, hanging: str = "") -> str:
    return "\n".join(wrap(text, WIDTH, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False))


def _line(text: str, limit: int) -> str:
    """On one line and without control characters, so that no name can begin a line or a header of its own."""
    line = " ".join(_CONTROL.sub(" ", text).split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def _file_name(name: str) -> str:
    safe = re.sub(r"[^\w. -]+", "_", _line(name, 80)).strip(" .") or "document"
    return safe if safe.lower().endswith(".pdf") else f"{safe}.pdf"
