"""Run in processes of their own by test_two_processes: each changes one dossier again and again, in several threads."""

from __future__ import annotations

import json
import sys
import threading

from django.contrib.auth.models import User
from django.db import connection

from audit.trail import Actor
from chat.acts import act_on
from tax_dossier import actions
from tax_dossier.models import Dossier, Patch, Source
from tax_dossier.patches import DossierPatch
from tax_dossier.tests.shared import article

THREADS = 5


def prepare() -> None:
    """A person with a dossier of one source; prints the id of the thread."""
    owner = User.objects.create_user("writer")
    dossier = actions.dossier_named(owner.pk, "shared")
    by = Actor(owner.pk, dossier.thread_id)
    with act_on(actions.open_dossier(dossier.thread_id, by)) as record:
        actions.apply_patch(record, DossierPatch((article("0.1"),)), origin="legislation", by=by)
    sys.stdout.write(f"\n{dossier.thread_id}\n")


def write(name: str, patches: int) -> None:
    """Add `patches` sources, each in a transaction of its own."""
    dossier = Dossier.objects.get(dossier_id="shared")
    by = Actor(dossier.owner_id, dossier.thread_id)

    def work(worker: int) -> None:
        try:
            for number in range(patches // THREADS):
                new = article(f"{name}.{worker}{number}", key=f"{name}:{worker}:{number}")
                with act_on(actions.open_dossier(dossier.thread_id, by)) as record:
                    actions.apply_patch(record, DossierPatch((new,)), origin="legislation", by=by)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def tell() -> None:
    """What is there in the end, as JSON."""
    [dossier] = Dossier.objects.all()
    report = {
        "patches": list(Patch.objects.order_by("number").values_list("number", flat=True)),
        "count": dossier.patch_count,
        "numbers": sorted(Source.objects.values_list("number", flat=True)),
        "keys": Source.objects.values("key").distinct().count(),
        "selected": len(dossier.selected_titles()),
    }
    sys.stdout.write(f"\n{json.dumps(report)}\n")
