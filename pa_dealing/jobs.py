"""What runs later: e-mail about a review, and the end of approvals. A job that is run twice does no harm."""

from __future__ import annotations

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from chat.access import in_language_of
from chat.models import Message
from pa_dealing.review import actions

log = structlog.get_logger("pa_dealing")

# Five tries over about an hour; a mail server that is away for longer is seen in the failed jobs.
RETRY = RetryStrategy(max_attempts=5, exponential_wait=8)
OFFICER_SENTENCES = {
    "answered": gettext_noop("The employee has answered your question about a trade request."),
    "assigned": gettext_noop("Another officer has given you a trade request."),
    "extension": gettext_noop("The employee asks for more time for a trade that you approved."),
}


@app.task(name="pa_dealing.mail_notice", retry=RETRY)
def mail_notice(message_id: int) -> None:
    """Send a notice of a thread to the thread's owner. One that was erased in the meantime is not sent."""
    notice = Message.objects.select_related("thread__owner").filter(pk=message_id).first()
    if notice is None or not notice.thread.owner.email:
        return
    url = f"{settings.PUBLIC_URL}{reverse('thread', args=[notice.thread_id])}"
    with in_language_of(notice.thread.owner_id):
        subject = gettext("Your trade request: a message from compliance")
    _send(subject, f"{notice.content}\n\n{url}", notice.thread.owner.email)


@app.task(name="pa_dealing.mail_officer", retry=RETRY)
def mail_officer(request_id: str, officer_id: int, what: str) -> None:
    """Tell an officer of what they wait for. The employee's words stay in the application."""
    officer = get_user_model().objects.filter(pk=officer_id, is_active=True).first()
    if officer is None or not officer.email:
        return
    url = f"{settings.PUBLIC_URL}{reverse('admin:pa_dealing_draftrequest_change', args=[request_id])}"
    with in_language_of(officer_id):
        subject, sentence = gettext("A trade request waits for you"), gettext(OFFICER_SENTENCES[what])
    _send(subject, f"{sentence}\n\n{url}", officer.email)


def _send(subject: str, text: str, address: str) -> None:
    send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [address])


@app.periodic(cron="*/5 * * * *")
@app.task(name="pa_dealing.expire_approvals", queueing_lock="pa_dealing.expire_approvals")
def expire_approvals(timestamp: int) -> None:
    """End the approvals whose days are over, every five minutes."""
    ended = actions.expire_due_approvals()
    if ended:
        log.info("approvals expired", count=ended)
