"""Markdown becomes safe HTML, a stream of it ends as the whole does, and a transcript costs three queries."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chat.models import Message, Thread, ToolCall, Turn
from chat.pages import rendering
from chat.pages.markdown import BlockStream, render_blocks, render_markdown, split_blocks
from chat.pages.rendering import StepView, TurnView
from tests.growth import assert_linear


class Seen(HTMLParser):
    """The tags of some HTML, each with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


LONG = """# Title

A paragraph with **bold**, `code` and a [link](https://example.com/a).
It goes on.

- one
- two

  still two
    - nested

3. three
4. four

| Field | Value |
|:--|--:|
| Quantity | 2,000 |

> quoted

> and more

```python
a = 1

b = 2
```

    indented

    code

Setext
------

last words"""


@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt&colon;alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x](vbscript:msgbox)",
        "<javascript:alert(1)>",
        "[x](//evil.example/a)",
        "[x](/\\evil.example/a)",
        "[x](http://plain.example)",
        '[x](https://a.example "\\" onmouseover=alert(1) x=\\"")',
        "<iframe src=//evil.example></iframe>",
        "<svg/onload=alert(1)>",
        "`<b onclick=x>`",
        "```<script>\n<script>alert(1)</script>\n```",
        "<style>*{display:none}</style>",
        "<form action=//evil.example><input name=password></form>",
    ],
)
def test_nothing_that_runs_or_leads_away_comes_through(attack: str) -> None:
    seen = Seen()
    seen.feed(render_markdown(attack))
    assert {tag for tag, _ in seen.tags} <= {"p", "a", "code", "pre"}
    for _, attributes in seen.tags:
        assert set(attributes) <= {"href", "title", "target", "rel"}
        address = urlsplit(urljoin("https://own.example/page/", attributes.get("href") or ""))
        assert (address.scheme, address.netloc) in (("https", "own.example"), ("https", "a.example"))


def test_an_image_is_a_link_and_is_never_loaded() -> None:
    html = render_markdown("See ![the chart](https://evil.example/p.png?q=secret).")
    assert "<img" not in html
    assert '<a href="https://evil.example/p.png?q=secret"' in html
    assert ">the chart</a>" in html


def test_a_link_opens_apart_shows_its_host_and_tells_nobody() -> None:
    html = render_markdown("[policy](https://example.com/p) and [help](/help)")
    assert 'title="example.com"' in html
    assert 'target="_blank"' in html
    assert html.count('rel="noopener noreferrer nofollow"') == 2
    assert html.count("_blank") == 1


def test_headings_stay_below_those_of_the_page() -> None:
    assert render_markdown("# One").startswith("<h3>One")
    assert render_markdown("###### Six").startswith("<h6>Six")


def test_a_table_is_aligned_by_class_and_can_scroll() -> None:
    html = render_markdown("| a | b |\n|:-:|--:|\n| 1 | 2 |")
    assert '<div class="wide"><table>' in html
    assert '<th class="center">a</th><th class="right">b</th>' in html.replace("\n", "")
    assert "style" not in html


def test_a_block_is_sealed_by_a_blank_line() -> None:
    assert split_blocks("one\n\ntwo") == (["one\n\n"], "two")
    assert split_blocks("one\ntwo") == ([], "one\ntwo")
    assert split_blocks("") == ([], "")
    assert split_blocks("\n\n") == ([], "\n\n")


@pytest.mark.parametrize(
    "opened", ["- one\n\n", "1. one\n\n2", "```\na\n\nb\n", "> quoted\n\n", "    code\n\n", "| a |\n|--|\n"]
)
def test_a_block_that_can_go_on_is_not_sealed(opened: str) -> None:
    assert split_blocks(opened) == ([], opened)


def test_no_text_is_lost_between_blocks_and_tail() -> None:
    for end in range(len(LONG)):
        blocks, tail = split_blocks(LONG[:end])
        assert "".join(blocks) + tail == LONG[:end]


@pytest.mark.parametrize("seed", range(30))
def test_a_stream_ends_as_the_whole_does_and_never_changes_a_sealed_block(seed: int) -> None:
    cuts = random.Random(seed)
    stream, shown, sealed = BlockStream(), {}, set()
    rest = LONG
    changes: list[tuple[int, str, bool]] = []
    while rest:
        size = cuts.randint(1, 12)
        changes, rest = stream.feed(rest[:size]), rest[size:]
        for index, html, final in [*changes, *(stream.finish() if not rest else [])]:
            assert index not in sealed
            shown[index] = html
            if final:
                sealed.add(index)
    assert [shown[index] for index in sorted(shown)] == render_blocks(LONG)
    assert sealed == set(shown)
    assert "".join(render_blocks(LONG)).count("<ul>") == 2


def test_a_long_answer_streams_in_linear_time() -> None:
    def streamed(times: int) -> None:
        text, stream = (LONG + "\n\n") * times, BlockStream()
        for start in range(0, len(text), 40):
            stream.feed(text[start : start + 40])

    assert_linear(streamed, 60)


@pytest.fixture
def thread(employee: User) -> Thread:
    return Thread.objects.create(owner=employee, assistant="pa_dealing", title="Siemens")


def a_turn(thread: Thread, number: int, **fields: Any) -> Turn:
    turn = Turn.objects.create(thread=thread, number=number, client_id=f"c{number}", **{"status": "done", **fields})
    Message.objects.create(thread=thread, turn=turn, role="user", content=f"question {number}")
    reply = Message.objects.create(thread=thread, turn=turn, role="assistant", content=f"answer **{number}**")
    ToolCall.objects.create(
        message=reply,
        turn=turn,
        position=0,
        call_id="1",
        name="set_quantity",
        arguments='{"quantity": 2000}',
        result={"status": "success", "quantity": 2000, "instructional_hint": "MISSING_DIRECTION"},
    )
    Thread.objects.filter(pk=thread.pk).update(turn_count=number)
    thread.turn_count = number
    return turn


def test_a_page_of_turns_takes_three_queries_however_long_the_thread_is(thread: Thread) -> None:
    for number in range(1, 61):
        a_turn(thread, number)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        views = rendering.turn_views(thread)
    assert len(queries) == 3
    assert [view.number for view in views] == list(range(11, 61))
    assert [view.number for view in rendering.turn_views(thread, before=11)] == list(range(1, 11))
    assert views[-1].blocks == ["<p>answer <strong>60</strong></p>\n"]


def test_a_step_shows_what_was_done_and_no_hint_for_the_model(thread: Thread) -> None:
    turn = a_turn(thread, 1)
    [view] = rendering.turn_views(thread)
    [step] = view.steps
    assert (step.name, step.status, step.arguments, step.result) == (
        "set_quantity",
        "success",
        [("quantity", "2000")],
        [],
    )
    html = rendering.turn_html(turn.pk)
    assert "MISSING_DIRECTION" not in html
    assert 'data-client="c1"' in html


def test_arguments_that_are_no_json_are_shown_as_they_came(thread: Thread) -> None:
    turn = a_turn(thread, 1)
    ToolCall.objects.filter(turn=turn).update(arguments='{"quantity": ', result=["odd"])
    [step] = rendering.turn_views(thread)[0].steps
    assert step.arguments == [("arguments", '{"quantity": ')]
    assert step.result == [("result", '["odd"]')]


@pytest.mark.parametrize(
    "arguments",
    [*(f'{{"quantity": {"[" * depth}{"]" * depth}}}' for depth in (300, 940, 50_000)), '{"a":' * 960 + "1" + "}" * 960],
    ids=len,
)
def test_arguments_that_nest_deep_do_not_take_the_conversation_away(thread: Thread, arguments: str) -> None:
    turn = a_turn(thread, 1)
    ToolCall.objects.filter(turn=turn).update(arguments=arguments)
    [[(name, text)]] = [step.arguments for step in rendering.turn_views(thread)[0].steps]
    assert (name, text[:3]) == ("arguments", arguments[:3])


def test_what_a_person_wrote_is_never_markup(thread: Thread) -> None:
    turn = a_turn(thread, 1)
    Message.objects.filter(turn=turn, role="user").update(content="<img src=x onerror=alert(1)> **not bold**")
    html = rendering.turn_html(turn.pk)
    assert "&lt;img src=x onerror=alert(1)&gt; **not bold**" in html


def test_only_the_newest_unfinished_turn_offers_retry(thread: Thread) -> None:
    a_turn(thread, 1, status="failed", error_code="timeout")
    a_turn(thread, 2, status="interrupted")
    first, second = rendering.turn_views(thread)
    assert not first.can_retry
    assert second.can_retry
    assert "took too long" in first.error_sentence
    assert "interrupted" in second.error_sentence


def test_a_failure_that_a_retry_cannot_mend_offers_none(thread: Thread) -> None:
    a_turn(thread, 1, status="failed", error_code="refused")
    assert not rendering.turn_views(thread)[0].can_retry


def test_a_notice_stands_where_it_was_said(thread: Thread) -> None:
    a_turn(thread, 1)
    Message.objects.create(thread=thread, role="notice", content="Your request was approved.")
    a_turn(thread, 2)
    notices = [view.notice for view in rendering.turn_views(thread)]
    assert notices == ["", "Your request was approved.", ""]
    assert "Your request was approved." in rendering.transcript_html(thread)


def test_a_running_turn_shows_the_text_so_far_unsealed(thread: Thread) -> None:
    turn = a_turn(thread, 1, status="running")
    html = rendering.transcript_html(thread, so_far={turn.pk: "and *more*"})
    assert "<em>more</em>" in html
    assert "data-sealed" not in html
    assert 'data-status="running"' in html
    assert "data-copy" not in html


def test_the_text_of_a_discarded_attempt_is_not_shown(thread: Thread) -> None:
    turn = a_turn(thread, 1)
    Message.objects.filter(turn=turn, role="assistant").update(discarded=True)
    [view] = rendering.turn_views(thread)
    assert (view.blocks, view.steps) == ([], [])


def test_the_line_of_steps_counts_instead_of_repeating_and_tells_what_was_refused() -> None:
    def step(label: str, status: str = "success") -> StepView:
        return StepView("tool", label, [], [], status, False)

    steps = [
        step("Noted a fact"),
        step("Noted a fact"),
        step("Noted a fact", "error"),
        step("Calculated"),
        step("Asked"),
    ]
    view = TurnView(id="1", number=1, created_at=timezone.now(), steps=steps)
    assert view.summary == "Noted a fact (2 times), noted a fact (refused), calculated and 1 more"
    assert view.has_refusal
