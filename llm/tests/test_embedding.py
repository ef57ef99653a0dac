"""The network's embedders, against a local server that speaks both wires."""

from __future__ import annotations

import math
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from llm.interface import Embedder, ModelError, Stopped, StopSignal
from llm.registry import ProviderKeys, embedder, register_embedder
from llm.tests.shared import SHORT, takes
from llm.tests.wire_server import Behaviour, Cut, Pause, WireServer, failure, gemini_vectors, openai_vectors, whole
from llm.types import Clocks

NONE = ProviderKeys()
Make = Callable[..., Embedder]


@pytest.fixture(params=["openai", "google"])
def name(request: pytest.FixtureRequest) -> str:
    return f"{request.param}:embed-x"


@pytest.fixture
def make(server: WireServer, name: str) -> Make:
    """The embedder of the provider `name`, at the wire server."""
    keys = ProviderKeys(openai_base_url=f"{server.url}/v1", gemini_api_key="g-secret", gemini_base_url=server.url)
    return lambda dimension=8: embedder(name, dimension, keys)


def vectors(name: str, *given: object) -> Behaviour:
    return (openai_vectors if name.startswith("openai") else gemini_vectors)(*given)


def sent_texts(server: WireServer) -> list[list[str]]:
    """The texts of each request."""
    return [
        received.body["input"]
        if "input" in received.body
        else [item["content"]["parts"][0]["text"] for item in received.body["requests"]]
        for received in server.received
    ]


def refusal(model: Embedder, *texts: str) -> ModelError:
    with pytest.raises(ModelError) as caught:
        model.embed(texts or ("text",), "document")
    return caught.value


def test_each_text_gets_its_vector_of_length_one(make: Make) -> None:
    embedded = make().embed(["a", "four"], "document")
    assert [len(vector) for vector in embedded] == [8, 8]
    assert [math.hypot(*vector) for vector in embedded] == pytest.approx([1.0, 1.0])
    assert [round(vector[0] / vector[1]) for vector in embedded] == [1, 4]


def test_no_text_is_no_call(make: Make, server: WireServer) -> None:
    assert make().embed([], "query") == []
    assert server.received == []


def test_openai_is_asked_for_the_dimension(server: WireServer) -> None:
    keys = ProviderKeys(openai_api_key="sk-secret", openai_base_url=f"{server.url}/v1")
    embedder("openai:embed-x", 5, keys).embed(["text"], "query")
    asked = server.received[0]
    assert asked.path == "/v1/embeddings"
    assert asked.headers["authorization"] == "Bearer sk-secret"
    assert asked.body == {"model": "embed-x", "input": ["text"], "encoding_format": "float", "dimensions": 5}


def test_gemini_is_told_what_the_text_is_for(server: WireServer) -> None:
    model = embedder("google:embed-x", 5, ProviderKeys(gemini_api_key="g", gemini_base_url=server.url))
    model.embed(["a law"], "document")
    model.embed(["a question"], "query")
    assert [received.path for received in server.received] == ["/v1/models/embed-x:batchEmbedContents"] * 2
    assert server.received[0].headers["x-goog-api-key"] == "g"
    assert [received.body["requests"][0] for received in server.received] == [
        {
            "model": "models/embed-x",
            "content": {"parts": [{"text": text}]},
            "taskType": task,
            "outputDimensionality": 5,
        }
        for text, task in [("a law", "RETRIEVAL_DOCUMENT"), ("a question", "RETRIEVAL_QUERY")]
    ]


def test_many_texts_go_in_batches_and_come_back_in_order(make: Make, server: WireServer) -> None:
    texts = ["x" * (number + 1) for number in range(300)]
    embedded = make().embed(texts, "document")
    assert [round(vector[0] / vector[1]) for vector in embedded] == list(range(1, 301))
    assert [text for batch in sent_texts(server) for text in batch] == texts
    assert max(map(len, sent_texts(server))) <= 128


def test_long_texts_make_smaller_batches(make: Make, server: WireServer) -> None:
    make().embed(["é" * 3000] * 100, "document")
    sizes = [sum(len(text.encode()) for text in batch) for batch in sent_texts(server)]
    assert len(sizes) == 3
    assert max(sizes) <= 250_000


def test_a_text_that_no_model_could_take_is_sent_by_its_beginning(make: Make, server: WireServer) -> None:
    make().embed(["a" + "税" * 8000], "document")
    (sent,) = sent_texts(server)[0]
    assert sent.startswith("a税税")
    assert 7990 < len(sent.encode()) <= 8000


def test_a_blank_text_and_a_lone_surrogate_do_not_break_the_batch(make: Make, server: WireServer) -> None:
    assert len(make().embed(["", "  \n", "\ud800", "text"], "document")) == 4
    assert all(text.strip() for text in sent_texts(server)[0])


def test_vectors_that_come_in_another_order_are_put_back(server: WireServer) -> None:
    model = embedder("openai:embed-x", 2, ProviderKeys(openai_base_url=f"{server.url}/v1"))
    server.script.append(
        whole({"data": [{"index": 1, "embedding": [0.0, 2.0]}, {"index": 0, "embedding": [3.0, 0.0]}]})
    )
    assert model.embed(["first", "second"], "document") == [[1.0, 0.0], [0.0, 1.0]]


def test_a_server_that_knows_no_dimensions_is_asked_without(server: WireServer) -> None:
    refused = failure(400, {"error": {"message": "Model does not support dimensions.", "type": "invalid_request"}})
    server.script.append(refused)
    model = embedder("openai:old-model", 8, ProviderKeys(openai_base_url=f"{server.url}/v1"))
    assert len(model.embed(["text"], "document")[0]) == 8
    model.embed(["text"], "document")
    assert ["dimensions" in received.body for received in server.received] == [True, False, False]


def test_vectors_of_another_dimension_are_refused_with_the_remedy(make: Make, name: str, server: WireServer) -> None:
    server.script.append(vectors(name, [1.0] * 5))
    error = refusal(make())
    assert error.code == "malformed"
    assert "5 numbers and EMBEDDING_DIM is 8. Set EMBEDDING_DIM=5" in error.detail


@pytest.mark.parametrize(
    "given",
    [[], [None], ["no vector"], [[0.0] * 8], [["x"] * 8], [[math.nan] * 8], [[math.inf] * 8], [[1.0] * 8] * 2],
    ids=str,
)
def test_an_answer_that_is_no_vector_is_malformed(
    make: Make, name: str, server: WireServer, given: list[object]
) -> None:
    server.script.append(vectors(name, *given))
    error = refusal(make())
    assert error.code == "malformed"
    assert "'embed-x'" in error.detail


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'"text"', b"{}", b'{"data": 5, "embeddings": 5}'])
def test_a_reply_of_another_kind_is_malformed_or_unavailable(make: Make, server: WireServer, body: bytes) -> None:
    server.script += [Behaviour([body], content_type="application/json")] * 5
    assert refusal(make()).code in ("malformed", "unavailable")


def test_a_rate_limit_is_waited_out(make: Make, server: WireServer) -> None:
    server.script += [
        failure(429, {"error": {"message": "slow down"}}),
        failure(503, {"error": {"message": "overloaded"}}),
        failure(429, {"error": {"message": "slow down"}}, Retry_After="0.1"),
    ]
    with takes(0.1, 5):
        assert len(make().embed(["text"], "document")) == 1
    assert len(server.received) == 4


def test_a_query_does_not_wait_for_as_long_as_a_document(make: Make, server: WireServer) -> None:
    server.script.append(failure(429, {"error": {"message": "slow down"}}, Retry_After="4"))
    with takes(0, 2), pytest.raises(ModelError) as caught:
        make().embed(["text"], "query")
    assert (caught.value.code, caught.value.retry_after) == ("rate_limited", 4.0)


def test_a_quota_that_is_used_up_is_not_asked_again(make: Make, server: WireServer) -> None:
    server.script.append(failure(429, {"error": {"message": "pay", "code": "insufficient_quota"}}))
    assert refusal(make()).code == "rate_limited"
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("status", "code"), [(401, "not_configured"), (404, "not_configured"), (400, "malformed"), (302, "not_configured")]
)
def test_what_will_not_pass_fails_at_once(make: Make, server: WireServer, status: int, code: str) -> None:
    server.script.append(failure(status, {"error": {"message": "no sk-verysecret"}}))
    error = refusal(make())
    assert error.code == code
    assert "verysecret" not in error.detail
    assert len(server.received) == 1


def test_a_cut_connection_is_tried_again(make: Make, server: WireServer) -> None:
    server.script += [Behaviour(before=[Cut()]), Behaviour([b'{"data": [', Cut()], content_type="application/json")]
    assert len(make().embed(["text"], "document")) == 1
    assert len(server.received) == 3


def test_a_server_that_is_not_there_is_unavailable() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    error = refusal(embedder("openai:embed-x", 8, ProviderKeys(openai_base_url=address)))
    assert error.code == "unavailable"


def test_the_clock_ends_a_request_that_hangs(make: Make, server: WireServer) -> None:
    server.script.append(Behaviour(before=[Pause(20)]))
    with takes(SHORT * 0.9, SHORT + 1), pytest.raises(ModelError) as caught:
        make().embed(["text"], "document", clocks=Clocks(total=SHORT))
    assert (caught.value.code, caught.value.detail) == ("timeout", f"the total clock of {SHORT:g} s ran out")


def test_stop_ends_a_request_that_hangs(make: Make, server: WireServer) -> None:
    server.script.append(Behaviour([b"{", Pause(20)], content_type="application/json"))
    stop = StopSignal()
    timer = threading.Timer(SHORT, stop.set)
    timer.start()
    with takes(SHORT * 0.9, SHORT + 1), pytest.raises(Stopped):
        make().embed(["text"], "document", stop=stop)
    timer.join()


def test_stop_ends_the_wait_for_a_rate_limit(make: Make, server: WireServer) -> None:
    server.script.append(failure(429, {"error": {"message": "slow down"}}, Retry_After="20"))
    stop = StopSignal()
    timer = threading.Timer(SHORT, stop.set)
    timer.start()
    with takes(SHORT * 0.9, SHORT + 1), pytest.raises(Stopped):
        make().embed(["text"], "document", stop=stop)
    timer.join()


def test_many_threads_share_one_embedder(make: Make) -> None:
    model = make()
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda length: model.embed(["x" * length], "query")[0], range(1, 41)))
    assert [round(vector[0] / vector[1]) for vector in made] == list(range(1, 41))


def test_without_a_key_the_first_call_says_what_to_set() -> None:
    assert "OPENAI_API_KEY" in refusal(embedder("openai:embed-x", 8, NONE)).detail
    assert "GEMINI_API_KEY" in refusal(embedder("google:embed-x", 8, NONE)).detail


def test_there_is_one_embedder_for_a_model_and_its_dimension() -> None:
    assert embedder("", 8, NONE) is embedder("offline", 8, NONE)
    assert embedder("offline", 8, NONE) is not embedder("offline", 16, NONE)
    assert embedder("openai:embed-x", 8, NONE) is not embedder("openai:embed-y", 8, NONE)
    spaces = {name: embedder(name, 8, NONE).space for name in ("offline", "openai:embed-x", "google:embed-y")}
    assert spaces == {name: name for name in spaces}


def test_a_wrong_name_is_quoted_with_the_remedy() -> None:
    with pytest.raises(ValueError, match=r"'openai' has no model id. Write openai:<model id>"):
        embedder("openai", 8, NONE)


def test_a_registered_embedder_answers_to_its_name_until_it_is_taken_away() -> None:
    own = embedder("offline", 4, NONE)
    register_embedder("openai:own", own)
    assert embedder("openai:own", 8, NONE) is own
    register_embedder("openai:own", None)
    assert embedder("openai:own", 8, NONE) is not own
