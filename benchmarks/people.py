"""Makes what the benchmarks talk about: a person with a token, a session and threads, and what goes to a model.

Run as a program of its own, because Django is set up by the environment that it is given. Prints one JSON object.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django


def main() -> None:
    threads = int(sys.argv[1])
    django.setup()
    from django.contrib.auth.models import User
    from django.test import Client
    from rest_framework.authtoken.models import Token

    from chat.models import Thread

    user = User.objects.create_user("bench")
    made = Thread.objects.bulk_create(Thread(owner=user, assistant="pa_dealing") for _ in range(threads))
    browser = Client()
    browser.force_login(user)
    value = {
        "token": Token.objects.create(user=user).key,
        "session": browser.session.session_key,
        "threads": [str(thread.id) for thread in made],
        "request": _request(made[0].id),
    }
    json.dump(value, sys.stdout)


def _request(thread_id: Any) -> dict[str, Any]:
    """The instructions and the tools, as the assistant's first model call has them."""
    from chat import assistants
    from chat.guidance import tools_of

    assistant = assistants.get("pa_dealing")
    record = assistant.load(thread_id)
    tools = [
        {"type": "function", "function": {"name": t.name, "description": t.description, "parameters": t.schema}}
        for t in tools_of(assistant)
    ]
    return {"instructions": assistant.instructions(record, assistant.state(record)), "tools": tools}


if __name__ == "__main__":
    main()
