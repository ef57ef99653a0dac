"""`manage.py evaluate conversations`: scenarios of every assistant, each in a thread that is rolled back."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings

from chat import assistants
from chat.evaluations import share
from chat.live import trial_thread
from chat.scenarios.play import Result, play
from chat.scenarios.script import BadScenario, Scenario, read


def evaluate(cases: Path | None, *, model: str | None = None, assistant: str | None = None) -> dict[str, Any]:
    """Figures of the scenarios that ship with the assistants, or of the file or folder `cases`.

    A folder has `<assistant>.toml` or `<assistant>/*.toml`. `right`: everything expected was stored and told and
    nothing else; `wrong`: something wrong was; `kept` and `fitting` are shares of the strays; `turns_over_minimum` and
    `repeated` (replies equal to the one before) are counts. `by_assistant` and `by_set` have the same, `failures` why.

    Raises:
        ValueError: a scenario cannot be read, or there is none.
    """
    results: dict[str, dict[str, list[Result]]] = {}
    for slug, path in _files(cases, assistant):
        for scenario in read(path):
            results.setdefault(slug, {}).setdefault(path.stem, []).append(_played(slug, scenario, model))
    if not results:
        raise BadScenario(f"There is no scenario{f' of {assistant}' if assistant else ''} in {cases or 'the assistants'}.")
    every = [result for sets in results.values() for group in sets.values() for result in group]
    names = dict.fromkeys(name for sets in results.values() for name in sets)
    return {
        **_figures(every),
        "by_assistant": {slug: _figures(result for group in sets.values() for result in group) for slug, sets in results.items()},  # fmt: skip
        "by_set": {name: _figures(result for sets in results.values() for result in sets.get(name, ())) for name in names},  # fmt: skip
        "failures": {result.scenario.id: "; ".join(result.wrong + result.missing) for result in every if not result.is_right},  # fmt: skip
    }


def _files(cases: Path | None, assistant: str | None) -> list[tuple[str, Path]]:
    slugs = [assistant] if assistant else list(settings.ASSISTANTS)
    if cases is not None and cases.is_file():
        return [(assistant or cases.stem, cases)]
    found = []
    for slug in slugs:
        folder = cases / slug if cases else Path(settings.BASE_DIR) / slug / "scenarios"
        found += [(slug, path) for path in sorted(folder.glob("*.toml"))]
        if cases and (single := cases / f"{slug}.toml").is_file():
            found.append((slug, single))
    return found


def _played(slug: str, scenario: Scenario, model: str | None) -> Result:
    with trial_thread(slug, model, with_sample=True) as trial:
        assistant = assistants.get(slug)

        def state() -> dict[str, Any]:
            return assistant.state(assistant.load(trial.thread.pk))

        def say(text: str) -> tuple[str, dict[str, Any]]:
            turn = trial.say(text)
            return (turn.reply if turn else ""), state()

        return play(scenario, state(), say)


def _figures(results: Iterable[Result]) -> dict[str, Any]:
    played = list(results)
    strays = sum(result.strays for result in played)
    return {
        "right": share(sum(result.is_right for result in played), len(played)),
        "wrong": share(sum(bool(result.wrong) for result in played), len(played)),
        "n": len(played),
        "strays": strays,
        "kept": share(sum(result.strays_kept for result in played), strays),
        "fitting": share(sum(result.strays_fitting for result in played), strays),
        "turns_over_minimum": sum(result.turns_over_minimum for result in played),
        "repeated": sum(result.repeated for result in played),
    }
