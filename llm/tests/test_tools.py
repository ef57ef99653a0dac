"""@tool: the schema that a model sees, and what becomes of the arguments that it sends."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field
from typing_extensions import TypedDict

from llm.tools import BadTool, Done, Tool, ToolArgumentError, another_value, tool, tools_hash
from llm.types import ToolCall


class Direction(StrEnum):
    BUY = "BUY"
    SELL = "SELL"


class Leg(TypedDict):
    title: str
    amount: Decimal


@tool
def propose(
    context: Any,
    name: str,
    quantity: int,
    price: Decimal | None = None,
    direction: Direction = Direction.BUY,
    urgent: bool = False,
    legs: list[Leg] | None = None,
) -> dict[str, Any]:
    """Propose a deal.

    Only with the user's words.
    """
    return {}


@tool
def measure(context: Any, weight: float, share: Decimal, tags: list[str], kind: Literal["a", "b"]) -> dict[str, Any]:
    """Measure something."""
    return {}


@tool
def optional(
    context: Any,
    whole: int | None = None,
    money: Decimal | None = None,
    answer: bool | None = None,
    words: str | None = None,
    many: list[int] | None = None,
    share: Annotated[float | None, Field(description="A share.")] = None,
) -> dict[str, Any]:
    """Take what there is."""
    return {}


def check(made: Tool, arguments: str) -> dict[str, Any]:
    return made.check(ToolCall("c", made.name, arguments))


def refusal(made: Tool, arguments: str) -> str:
    with pytest.raises(ToolArgumentError) as caught:
        check(made, arguments)
    return str(caught.value)


# Numbers that a double or a Decimal cannot hold.
BEYOND = ["1e999", "1e999999999", "-1e99999999999999999999", "1e-99999999999999999999"]
MEASURE = '{"weight": %s, "share": %s, "tags": %s, "kind": %s}'


def test_the_schema_is_the_signature_without_the_context() -> None:
    schema = propose.schema
    assert list(schema["properties"]) == ["name", "quantity", "price", "direction", "urgent", "legs"]
    assert schema["required"] == ["name", "quantity"]
    assert schema["properties"]["quantity"] == {"type": "integer"}
    assert propose.description == "Propose a deal.\n\nOnly with the user's words."


def test_references_are_inlined_and_titles_are_kept_where_they_are_properties() -> None:
    text = str(propose.schema)
    assert "$ref" not in text
    assert "$defs" not in text
    assert propose.schema["properties"]["direction"]["enum"] == ["BUY", "SELL"]
    leg = propose.schema["properties"]["legs"]["items"]
    assert list(leg["properties"]) == ["title", "amount"]
    assert "title" not in propose.schema


def test_good_arguments_come_back_typed_with_defaults() -> None:
    assert check(propose, '{"name": "ASML", "quantity": 5, "direction": "SELL"}') == {
        "name": "ASML",
        "quantity": 5,
        "price": None,
        "direction": Direction.SELL,
        "urgent": False,
        "legs": None,
    }


def test_a_decimal_keeps_every_digit() -> None:
    arguments = MEASURE % ("1.5", "0.10000000000000000000000001", '["x"]', '"a"')
    checked = check(measure, arguments)
    assert checked["share"] == Decimal("0.10000000000000000000000001")
    assert checked["weight"] == 1.5
    assert isinstance(checked["weight"], float)


@pytest.mark.parametrize("quantity", ["5", "5.0", "5e0"])
def test_an_integral_number_is_an_integer(quantity: str) -> None:
    checked = check(propose, f'{{"name": "x", "quantity": {quantity}}}')["quantity"]
    assert checked == 5
    assert isinstance(checked, int)


@pytest.mark.parametrize("quantity", ["5.5", '"5"', "true", "null", "NaN", "Infinity", "1e99", "-1e99", "[5]", *BEYOND])
def test_what_is_no_whole_number_is_refused_as_one(quantity: str) -> None:
    assert "'quantity'" in refusal(propose, f'{{"name": "x", "quantity": {quantity}}}')


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e99", "1e400", "true", '"1"', *BEYOND])
def test_what_is_no_number_is_refused_as_one(number: str) -> None:
    assert "'share'" in refusal(measure, MEASURE % ("1", number, "[]", '"a"'))
    assert "'weight'" in refusal(measure, MEASURE % (number, "1", "[]", '"a"'))


@pytest.mark.parametrize("urgent", ["1", "0", '"true"', '"yes"', "null"])
def test_a_yes_or_no_is_only_true_or_false(urgent: str) -> None:
    assert "'urgent'" in refusal(propose, f'{{"name": "x", "quantity": 1, "urgent": {urgent}}}')


@pytest.mark.parametrize("name", ["5", "true", "null", '["x"]'])
def test_a_text_is_only_a_text(name: str) -> None:
    assert "'name'" in refusal(propose, f'{{"name": {name}, "quantity": 1}}')


@pytest.mark.parametrize(
    "arguments",
    [
        *('{"whole": true}', '{"whole": "5"}', '{"whole": 5.5}', '{"money": "5"}', '{"money": 1e99}', '{"money": NaN}'),
        *('{"answer": 1}', '{"answer": "yes"}', '{"words": 5}', '{"share": true}', '{"share": 1e400}'),
        *('{"many": [true]}', '{"many": ["4"]}', '{"many": [4, 1e99]}', '{"money": true}'),
    ],
)
def test_what_may_be_left_out_is_checked_as_strictly(arguments: str) -> None:
    assert "optional was not called: " in refusal(optional, arguments)


def test_what_may_be_left_out_comes_back_typed() -> None:
    given = '{"whole": 5.0, "money": 5.10, "answer": false, "words": null, "many": [4.0], "share": 1}'
    checked = check(optional, given)
    assert list(checked.values()) == [5, Decimal("5.10"), False, None, [4], 1.0]
    assert optional.schema["properties"]["money"] == {"type": "number"}


def test_a_refusal_says_which_argument_what_was_given_and_what_is_expected() -> None:
    text = refusal(propose, '{"quantity": 2.5, "colour": "red"}')
    assert text.startswith("propose was not called: ")
    assert "'name' is required and is missing" in text
    assert "2.5 is not a whole number" in text
    assert "'colour' is not a parameter" in text


@pytest.mark.parametrize("arguments", ["{oops", "[1]", '"x"', "null"])
def test_what_is_no_object_is_refused_with_a_remedy(arguments: str) -> None:
    assert "Send them again" in refusal(propose, arguments)


def test_no_arguments_at_all_are_an_empty_object() -> None:
    @tool
    def list_all(context: Any) -> dict[str, Any]:
        """List."""
        return {}

    assert check(list_all, "") == {}


def test_text_that_cannot_be_stored_is_cleaned() -> None:
    assert check(propose, '{"name": "a\\u0000", "quantity": 1}')["name"] == "a\ufffd"


def test_a_choice_outside_its_values_is_refused() -> None:
    assert "'kind'" in refusal(measure, MEASURE % ("1", "1", "[]", '"c"'))
    assert "'direction'" in refusal(propose, '{"name": "x", "quantity": 1, "direction": "HOLD"}')


def test_a_bare_object_is_refused_when_the_tool_is_made() -> None:
    with pytest.raises(BadTool, match="'data' is an object without properties"):

        @tool
        def bare(context: Any, data: dict[str, Any]) -> dict[str, Any]:
            """Take anything."""
            return {}

    with pytest.raises(BadTool, match="'items'"):

        @tool
        def listed(context: Any, items: list[dict[str, Any]]) -> dict[str, Any]:
            """Take any list."""
            return {}


class Held(TypedDict):
    legs: list[dict[str, Any]]


def test_a_bare_object_inside_a_typed_one_is_refused_and_a_typed_one_is_not() -> None:
    with pytest.raises(BadTool, match="'legs'"):

        @tool
        def nested(context: Any, held: list[Held]) -> dict[str, Any]:
            """Take what holds anything."""
            return {}

    @tool
    def typed(context: Any, legs: list[Leg]) -> dict[str, Any]:
        """Take legs."""
        return {}

    assert typed.schema["properties"]["legs"]["items"]["type"] == "object"


@pytest.mark.parametrize(
    ("name", "before", "now", "is_righted"),
    [
        ("set", {"n": 10}, {"n": 45}, True),
        ("set", {"n": 45}, {"n": 10}, True),
        ("set", {"n": 10, "words": "ten"}, {"n": 10, "words": "10"}, False),
        ("set", {"n": 10, "quote": "ten"}, {"n": 10, "quote": "10"}, False),
        ("set", {"n": 10}, {"m": 45}, False),
        ("set", {"n": 10}, {"n": None}, False),
        ("set", {"n": None}, {"n": 10}, False),
        # Of another tool, whichever name comes first.
        ("add", {"n": 10}, {"n": 45}, False),
        ("take", {"n": 10}, {"n": 45}, False),
    ],
)
def test_a_call_puts_right_what_the_same_tool_was_given_otherwise(
    name: str, before: dict[str, Any], now: dict[str, Any], is_righted: bool
) -> None:
    assert another_value(Done("set", now, {}), Done(name, before, {})) is is_righted


def test_a_function_without_words_or_types_is_refused() -> None:
    with pytest.raises(BadTool, match="no docstring"):

        @tool
        def silent(context: Any) -> dict[str, Any]:
            return {}

    with pytest.raises(BadTool, match="'name' has no annotation"):

        @tool
        def untyped(context: Any, name) -> dict[str, Any]:  # type: ignore[no-untyped-def]  # noqa: ANN001
            """Take a name."""
            return {}


def test_a_field_may_describe_its_parameter() -> None:
    @tool
    def described(context: Any, name: Annotated[str, Field(description="The name.")]) -> dict[str, Any]:
        """Take a name."""
        return {}

    assert described.schema["properties"]["name"]["description"] == "The name."


def test_the_hash_changes_with_what_a_model_is_shown() -> None:
    assert tools_hash([propose]) == tools_hash([propose])
    assert tools_hash([propose]) != tools_hash([propose, measure])


def test_arguments_that_nest_without_end_are_refused_and_break_nothing() -> None:
    @tool
    def note(context: object, text: str) -> dict[str, Any]:
        """Note."""
        return {}

    for deep in ('{"text": ' + "[" * 100_000, '{"text": ' + "[" * 600 + "]" * 600 + "}"):
        with pytest.raises(ToolArgumentError):
            note.check(ToolCall("1", "note", deep))


def test_a_tool_is_decorated_bare_or_with_what_goes_with_it() -> None:
    @tool(prepare=len, puts_right=another_value)
    def prepared(context: Any) -> dict[str, Any]:
        """Take nothing."""
        return {}

    @tool(is_passing=True)
    def passing(context: Any) -> dict[str, Any]:
        """Show a list."""
        return {}

    of_each = [(made.prepare, made.is_passing, made.puts_right) for made in (propose, prepared, passing)]
    assert of_each == [(None, False, None), (len, False, another_value), (None, True, None)]


def test_the_largest_number_is_taken_and_what_is_beyond_it_is_not() -> None:
    assert check(propose, '{"name": "x", "quantity": -1000000000000000000}')["quantity"] == -(10**18)
    assert "out of range" in refusal(propose, '{"name": "x", "quantity": 1000000000000000001}')


def test_a_refusal_shows_the_beginning_of_what_was_given() -> None:
    text = refusal(propose, f'{{"name": "x", "quantity": "{"x" * 200}"}}')
    assert text.rpartition("(given ")[2] == f"'{'x' * 80}')."
