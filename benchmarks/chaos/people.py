"""Makes who talks in the chaos: `python -m benchmarks.chaos.people CLIENTS THREADS`. Prints them as JSON, by name.

A program of its own, because Django is set up by the environment that it is given.
"""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    django.setup()
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore
    from rest_framework.authtoken.models import Token

    from chat.models import Thread
    from config.learning import learn

    clients, threads = map(int, sys.argv[1:])
    made = {}
    for name in (*(f"client{number}" for number in range(clients)), "flooder", "reader"):
        user = User.objects.create_user(name, email=f"{name}@example.org")
        session = SessionStore()
        session["_auth_user_id"] = str(user.pk)
        session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
        session["_auth_user_hash"] = user.get_session_auth_hash()
        session.save()
        dealing = [str(Thread.objects.create(owner=user, assistant="pa_dealing").pk) for _ in range(threads)]
        made[name] = {
            "token": Token.objects.create(user=user).key,
            "session": str(session.session_key),
            "threads": dealing,
            # The floods of `benchmarks.floods` know a person by these.
            "dealing": dealing[0],
            "pursuit": str(Thread.objects.create(owner=user, assistant="pursuit").pk),
        }
    # What is learnt from examples is kept, so that no web process spends its short life on that.
    learn()
    json.dump(made, sys.stdout)


if __name__ == "__main__":
    main()
