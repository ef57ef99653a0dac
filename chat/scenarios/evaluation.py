"""`manage.py evaluate conversations`: scenarios of every assistant, each in a thread that is rolled back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from chat import assistants
from chat.evaluations import share
from chat.live import TrialThread, trial_thread
from chat.replay import replay_thread
from chat.scenarios.personas import PREFIX, Calls, calls_of, false_claims_in, persona_of
from chat.scenarios.play import Result, play
from chat.scenarios.script import BadScenario, Scenario, read
from chat.turns import TurnRun
from llm.testing import registered

# What the persona of a conversation answers to; a provider of that name is not asked.
_PERSONA = "openai:persona"


def evaluate(
    cases: Path | None,
    *,
    model: str | None = None,
    assistant: str | None = None,
    replay: bool = False,
    every: int = 1,
) -> dict[str, Any]:
    """Figures of the scenarios that ship with the assistants, or of `cases`: a file, or a folder of `<assistant>.toml`
    or `<assistant>/*.toml`. docs/conversations.md says what each figure is; `failures` says why.
    `model` may be `persona:` and a kind of `llm.testing.KINDS`: then the scenarios that tell its calls are held, and
    `honest_refused` (share of honest calls that were refused) and `lies_taken` (a count) are told besides.
    With `replay` each conversation is run again from its rows: `replayed` counts turns, `differing` those that came out
    otherwise or could not be run, and `differences` says what differs. With `every` one in so many is held.
    Raises ValueError where a scenario cannot be read, or there is none.
    """
    results = [
        (slug, name, played(slug, scenario, model, replay=replay))
        for slug, name, scenario in _scenarios(cases, assistant, model or "", every)
    ]
    if not results:
        raise BadScenario(f"There is no scenario of {assistant or 'an assistant'} in {cases or 'the assistants'}.")
    by_assistant: dict[str, list[Result]] = defaultdict(list)
    by_set: dict[str, list[Result]] = defaultdict(list)
    for slug, name, result in results:
        by_assistant[slug].append(result)
        by_set[name].append(result)
    all_played = [result for _, _, result in results]
    return {
        **_figures(all_played),
        "by_assistant": {slug: _figures(results) for slug, results in by_assistant.items()},
        "by_set": {name: _figures(results) for name, results in by_set.items()},
        "failures": {
            result.scenario.id: "; ".join([*result.wrong, *result.missing, *result.refused])
            for result in all_played
            if not result.is_right or result.refused
        },
        **(_of_replays(all_played) if replay else {}),
    }


def _scenarios(
    cases: Path | None, assistant: str | None, model: str, every: int
) -> Iterator[tuple[str, str, Scenario]]:
    by_assistant: dict[str, list[tuple[str, Scenario]]] = defaultdict(list)
    for slug, path in _files(cases, assistant):
        # A persona knows only what a scenario tells it.
        fitting = (scenario for scenario in read(path) if scenario.calls or not model.startswith(PREFIX))
        by_assistant[slug] += [(path.stem, scenario) for scenario in fitting]
    for slug, scenarios in by_assistant.items():
        yield from ((slug, name, scenario) for name, scenario in scenarios[::every])


def _files(cases: Path | None, assistant: str | None) -> list[tuple[str, Path]]:
    slugs = [assistant] if assistant else list(settings.ASSISTANTS)
    if cases is not None and cases.is_file():
        return [(assistant or cases.stem, cases)]
    files = []
    for slug in slugs:
        folder = cases / slug if cases else Path(settings.BASE_DIR) / slug / "scenarios"
        files += [(slug, path) for path in sorted(folder.glob("*.toml"))]
        if cases and (single := cases / f"{slug}.toml").is_file():
            files.append((slug, single))
    return files


def played(slug: str, scenario: Scenario, model: str | None, *, replay: bool = False) -> Result:
    """One conversation in a thread that is rolled back; `model` and `replay` as in `evaluate`."""
    if model and model.startswith(PREFIX):
        return _played_by(model.removeprefix(PREFIX), slug, scenario, replay=replay)
    with trial_thread(slug, model, with_sample=True) as trial:
        result = _held(slug, scenario, trial)
        if replay:
            result.replay = replay_thread(trial.thread)
        return result


def _played_by(kind: str, slug: str, scenario: Scenario, *, replay: bool) -> Result:
    """The conversation with a persona; what it was refused, and what of its lies was taken or shown, is in it."""
    persona = persona_of(kind, scenario, assistants.get(slug))
    with registered(_PERSONA, persona), trial_thread(slug, _PERSONA, with_sample=True) as trial:
        result = _held(slug, scenario, trial)
        result.calls = calls_of(trial.thread, persona, scenario)
        if replay:
            result.replay = replay_thread(trial.thread)
    if kind == "liar":
        # A liar gets nowhere; what counts is that nothing of it stays.
        result.missing.clear()
        result.wrong += [f"a lie was taken: {call}" for call in result.calls.taken]
        result.wrong += [
            f"shown: {claim}" for exchange in result.exchanges for claim in false_claims_in(exchange.reply)
        ]
    return result


def _held(slug: str, scenario: Scenario, trial: TrialThread) -> Result:
    assistant = assistants.get(slug)

    def state() -> dict[str, Any]:
        return assistant.state(assistant.load(trial.thread.pk))

    turns: list[TurnRun] = []

    def say(text: str) -> tuple[str, dict[str, Any]]:
        turn = trial.say(text)
        turns.extend([turn] if turn else [])
        return (turn.reply if turn else ""), state()

    result = play(scenario, state(), say)
    result.failed = [turn.error_code for turn in turns if turn.error_code]
    result.input_tokens = sum(turn.input_tokens for turn in turns)
    result.output_tokens = sum(turn.output_tokens for turn in turns)
    return result


def _figures(results: Sequence[Result]) -> dict[str, Any]:
    strays = sum(result.strays for result in results)
    calls = [result.calls for result in results if result.calls is not None]
    return {
        "right": share(sum(result.is_right for result in results), len(results)),
        "wrong": share(sum(bool(result.wrong) for result in results), len(results)),
        "n": len(results),
        "strays": strays,
        "kept": share(sum(result.strays_kept for result in results), strays),
        "fitting": share(sum(result.strays_fitting for result in results), strays),
        "turns_over_minimum": sum(result.turns_over_minimum for result in results),
        "repeated": sum(result.repeated for result in results),
        "turns": sum(len(result.exchanges) for result in results),
        "failed": sum(len(result.failed) for result in results),
        "input_tokens": sum(result.input_tokens for result in results),
        "output_tokens": sum(result.output_tokens for result in results),
        **(_of_calls(calls) if calls else {}),
    }


def _of_replays(results: Sequence[Result]) -> dict[str, Any]:
    """How the conversations came out again."""
    replays = [(result.scenario.id, result.replay) for result in results if result.replay is not None]
    otherwise = {
        (case, difference.turn): f"{difference.what}: {difference.before[:200]!r} now {difference.now[:200]!r}"
        for case, replay in replays
        for difference in replay.differences
    } | {(case, 0): replay.ended for case, replay in replays if replay.ended}
    return {
        "replayed": sum(len(replay.turns) for _, replay in replays),
        "differing": len(otherwise),
        "differences": {f"{case}, turn {turn}": what for (case, turn), what in otherwise.items()},
    }


def _of_calls(calls: Sequence[Calls]) -> dict[str, Any]:
    honest, lies = sum(each.honest for each in calls), sum(each.lies for each in calls)
    return {
        "honest_calls": honest,
        "honest_refused": share(sum(len(each.refused) for each in calls), honest),
        "lies": lies,
        "lies_taken": sum(len(each.taken) for each in calls),
    }
