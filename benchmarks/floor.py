"""The floor: the same turn written straight down with the bare `openai` SDK, psycopg and the `websockets` library.

A threaded server, one thread a connection, which runs the connection's turns itself. A turn: 4 statements in one
transaction (count the turn in the thread, insert the turn and the message, read the window), a model call, 6 in a
second (lock the draft, update it, two tool calls, two audit rows), a second model call, 3 in a third (insert the
reply, end the turn, touch the thread). The model is sent the instructions and tool schemas of the real assistant and
as many turns of history. 16 frames go to the client, where ours sends 15: the start, each call with its result, 12
pieces of text, the end. It has no retry, Stop, watchdog, lease or sign-in, and reads no person's words: it is what
the same answer costs when written so, and no slower on purpose.

`python -m benchmarks.floor PORT REQUEST.json`, with DATABASE_URL as a libpq connection string.
"""

from __future__ import annotations

import json
import os
import sys
import uuid
from pathlib import Path
from typing import Any

import openai
from psycopg import Connection
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool
from websockets.sync.server import ServerConnection, serve

# Eight turns of two messages each, which is what the 24 messages of ours hold.
WINDOW = 16

TABLES = """
CREATE SCHEMA IF NOT EXISTS floor;
CREATE TABLE IF NOT EXISTS floor.thread (
    id uuid PRIMARY KEY, title text NOT NULL DEFAULT '', turns int NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS floor.turn (
    id uuid PRIMARY KEY, thread_id uuid NOT NULL REFERENCES floor.thread, number int NOT NULL, status text NOT NULL,
    input_tokens int NOT NULL DEFAULT 0, output_tokens int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(), finished_at timestamptz, UNIQUE (thread_id, number));
CREATE TABLE IF NOT EXISTS floor.message (
    id bigserial PRIMARY KEY, thread_id uuid NOT NULL REFERENCES floor.thread,
    turn_id uuid NOT NULL REFERENCES floor.turn, role text NOT NULL, content text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX IF NOT EXISTS message_thread ON floor.message (thread_id, id);
CREATE TABLE IF NOT EXISTS floor.tool_call (
    id bigserial PRIMARY KEY, turn_id uuid NOT NULL REFERENCES floor.turn, call_id text NOT NULL, name text NOT NULL,
    arguments text NOT NULL, result jsonb NOT NULL);
CREATE INDEX IF NOT EXISTS tool_call_turn ON floor.tool_call (turn_id);
CREATE TABLE IF NOT EXISTS floor.draft (
    thread_id uuid PRIMARY KEY REFERENCES floor.thread, direction text, quantity bigint,
    updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS floor.audit (
    id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), action text NOT NULL, object_id uuid NOT NULL,
    turn_id uuid NOT NULL, data jsonb NOT NULL);
CREATE INDEX IF NOT EXISTS audit_object ON floor.audit (object_id);
"""


class Floor:
    """What the connections share: the pool, the model's client, the instructions and the tools."""

    def __init__(self, database: str, request: dict[str, Any]) -> None:
        self.pool = ConnectionPool(database, min_size=1, max_size=20, timeout=30, open=True)
        self.client = openai.OpenAI(max_retries=0)
        self.request = request
        with self.pool.connection() as connection:
            connection.execute(TABLES)

    def handle(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        thread = uuid.UUID(socket.request.path.rsplit("/", 1)[1])
        with self.pool.connection() as db:
            db.execute("INSERT INTO floor.thread (id) VALUES (%s) ON CONFLICT DO NOTHING", [thread])
            db.execute("INSERT INTO floor.draft (thread_id) VALUES (%s) ON CONFLICT DO NOTHING", [thread])
        for frame in socket:
            self.turn(socket, thread, json.loads(frame)["text"])

    def turn(self, socket: ServerConnection, thread: uuid.UUID, text: str) -> None:
        turn = uuid.uuid4()
        with self.pool.connection() as db:
            messages = self.begin(db, thread, turn, text)
        socket.send(json.dumps({"type": "RUN_STARTED", "threadId": str(thread), "turnId": str(turn)}))
        _, calls, used = self.model(socket, messages)
        with self.pool.connection() as db:
            db.execute(
                "SELECT direction, quantity FROM floor.draft WHERE thread_id = %s FOR UPDATE", [thread]
            ).fetchone()
            results = [run_tool(name, json.loads(arguments)) for _, name, arguments in calls]
            values = {key: value for result in results for key, value in result.items() if key != "status"}
            db.execute(
                "UPDATE floor.draft SET direction = %s, quantity = %s, updated_at = now() WHERE thread_id = %s",
                [values.get("direction"), values.get("quantity"), thread],
            )
            for call, result in zip(calls, results, strict=True):
                self.record(db, thread, turn, call, result)
        for (call_id, name, arguments), result in zip(calls, results, strict=True):
            event = {"type": "TOOL_CALL", "id": call_id, "name": name, "arguments": arguments, "result": result}
            socket.send(json.dumps(event))
        messages += [assistant_calls(calls), *map(tool_message, calls, results)]
        reply, _, more = self.model(socket, messages)
        with self.pool.connection() as db:
            db.execute(
                "INSERT INTO floor.message (thread_id, turn_id, role, content) VALUES (%s, %s, 'assistant', %s)",
                [thread, turn, reply],
            )
            db.execute(
                "UPDATE floor.turn SET status = 'done', input_tokens = %s, output_tokens = %s, finished_at = now()"
                " WHERE id = %s",
                [used[0] + more[0], used[1] + more[1], turn],
            )
            db.execute("UPDATE floor.thread SET updated_at = now() WHERE id = %s", [thread])
        socket.send(json.dumps({"type": "RUN_FINISHED", "turnId": str(turn), "reply": reply}))

    def record(
        self, db: Connection, thread: uuid.UUID, turn: uuid.UUID, call: tuple[str, str, str], result: dict[str, Any]
    ) -> None:
        """Save a tool call with its result, and what it did."""
        db.execute(
            "INSERT INTO floor.tool_call (turn_id, call_id, name, arguments, result) VALUES (%s, %s, %s, %s, %s)",
            [turn, *call, Jsonb(result)],
        )
        db.execute(
            "INSERT INTO floor.audit (action, object_id, turn_id, data) VALUES (%s, %s, %s, %s)",
            [call[1], thread, turn, Jsonb(result)],
        )

    def begin(self, db: Connection, thread: uuid.UUID, turn: uuid.UUID, text: str) -> list[dict[str, Any]]:
        """Save the person's words and read the window that the model is sent."""
        row = db.execute(
            "UPDATE floor.thread SET turns = turns + 1, updated_at = now() WHERE id = %s RETURNING turns", [thread]
        ).fetchone()
        assert row is not None
        db.execute(
            "INSERT INTO floor.turn (id, thread_id, number, status) VALUES (%s, %s, %s, 'running')",
            [turn, thread, row[0]],
        )
        db.execute(
            "INSERT INTO floor.message (thread_id, turn_id, role, content) VALUES (%s, %s, 'user', %s)",
            [thread, turn, text],
        )
        rows = db.execute(
            """
            SELECT m.role, m.content,
                   ARRAY(SELECT json_build_array(c.call_id, c.name, c.arguments, c.result) FROM floor.tool_call c
                          WHERE c.turn_id = m.turn_id AND m.role = 'assistant' ORDER BY c.id)
              FROM floor.message m WHERE m.thread_id = %s ORDER BY m.id DESC LIMIT %s
            """,
            [thread, WINDOW],
        ).fetchall()
        messages: list[dict[str, Any]] = [{"role": "system", "content": self.request["instructions"]}]
        for role, content, calls in reversed(rows):
            if calls:
                messages.append(assistant_calls([call[:3] for call in calls]))
                messages += [tool_message(call[:3], call[3]) for call in calls]
            messages.append({"role": role, "content": content})
        return messages

    def model(self, socket: ServerConnection, messages: Any) -> tuple[str, list[list[str]], tuple[int, int]]:
        """One streamed call: the text, which goes out as it comes, the tool calls and the tokens."""
        text, calls, used = "", {}, (0, 0)
        stream = self.client.chat.completions.create(
            model="bench",
            messages=messages,
            tools=self.request["tools"],
            stream=True,
            stream_options={"include_usage": True},
        )
        for chunk in stream:
            if chunk.usage:
                used = (chunk.usage.prompt_tokens, chunk.usage.completion_tokens)
            if not chunk.choices:
                continue
            delta = chunk.choices[0].delta
            if delta.content:
                text += delta.content
                socket.send(json.dumps({"type": "TEXT_MESSAGE_CONTENT", "delta": delta.content}))
            for fragment in delta.tool_calls or ():
                call = calls.setdefault(fragment.index, ["", "", ""])
                call[0] = call[0] or fragment.id or ""
                if fragment.function:
                    call[1] = call[1] or fragment.function.name or ""
                    call[2] += fragment.function.arguments or ""
        return text, list(calls.values()), used


def run_tool(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    if name == "set_direction" and arguments["direction"] in ("BUY", "SELL"):
        return {"status": "success", "direction": arguments["direction"]}
    if name == "set_quantity" and 0 < arguments["quantity"] < 10**10:
        return {"status": "success", "quantity": arguments["quantity"]}
    return {"status": "error"}


def assistant_calls(calls: list[list[str]]) -> dict[str, Any]:
    wire = [
        {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
        for call_id, name, arguments in calls
    ]
    return {"role": "assistant", "content": None, "tool_calls": wire}


def tool_message(call: list[str], result: dict[str, Any]) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call[0], "content": json.dumps(result)}


def main() -> None:
    floor = Floor(os.environ["DATABASE_URL"], json.loads(Path(sys.argv[2]).read_text()))
    with serve(floor.handle, "127.0.0.1", int(sys.argv[1]), compression=None) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
