"""Settings come from the environment; a wrong one ends the start with a sentence."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment
from tests.environment import BASE_DIR


def manage(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=60,
    )


WRONG = [
    ("DEBUG", "maybe", "DEBUG is 'maybe', which is neither true nor false. Set it to 1 or 0."),
    ("PORT", "eighty", "PORT is 'eighty', which is not a whole number. The default is 8000."),
    ("PORT", "70000", "PORT is 70000. Set it to a whole number from 1 to 65535."),
    ("SECRET_KEY", "", "SECRET_KEY is not set. `make run` writes one into .env;"),
    (
        "DATABASE_URL",
        "mysql://root:hunter2@localhost/x",
        "DATABASE_URL begins with 'mysql'. Only PostgreSQL with pgvector works",
    ),
    ("PA_DEALING_HIGH_VALUE", "lots", "PA_DEALING_HIGH_VALUE is 'lots', which is not a number."),
    ("CHAT_MODEL", "gpt", "CHAT_MODEL is 'gpt':"),
    (
        "EMBEDDING_MODEL",
        "google",
        "EMBEDDING_MODEL is 'google': 'google' has no model id. Write google:<model id>.",
    ),
    ("MODEL_CARDS", "/nowhere/cards.toml", "MODEL_CARDS: the file /nowhere/cards.toml cannot be read"),
    ("MODEL_CONTEXT", "100", "MODEL_CONTEXT is 100. Set it to a whole number from 2048 to 10000000."),
    ("PA_DEALING_CONTEXT", "8k", "PA_DEALING_CONTEXT is '8k', which is not a whole number."),
    ("EMBEDDING_DIM", "3072", "EMBEDDING_DIM is 3072. Set it to a whole number from 8 to 2000."),
    ("VECTOR_DISTANCE_METRIC", "L2", "VECTOR_DISTANCE_METRIC is 'L2'. Indexes and scores are of cosines."),
    ("VECTOR_HNSW_EF_CONSTRUCT", "20", "VECTOR_HNSW_EF_CONSTRUCT is 20. Set it to a whole number from 32 to 1000."),
    (
        "VECTOR_COLLECTION_NITPICK_ISSUES",
        "nits",
        "VECTOR_COLLECTION_NITPICK_ISSUES is 'nits'. It names a table, which migrations make and do not rename. "
        "Set it to nitpick_issues, or leave it out.",
    ),
    ("TRUSTED_PROXIES", "10.0.0.0/8, proxy", "TRUSTED_PROXIES holds 'proxy', which is no address and no network."),
    ("LOG_LEVEL", "LOUD", "LOG_LEVEL is 'LOUD'. Set it to one of: DEBUG, ERROR, INFO, WARNING."),
]
# Each command in a process of its own, which begins where Django and what the settings read with are loaded already.
_CHECKS = """
import json, os, sys
import config.settings, manage
for number, settings in enumerate(json.load(sys.stdin)):
    if os.fork() == 0:
        errors = os.open(f"{sys.argv[1]}/{number}", os.O_WRONLY | os.O_CREAT)
        os.dup2(errors, 1)
        os.dup2(errors, 2)
        del sys.modules["config.settings"]
        os.environ.update(settings)
        sys.argv = ["manage.py", "check"]
        manage.main()
        sys.exit(0)
    print(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, str]]:
    """What `manage.py check` says to each wrong setting: the status, and what it wrote."""
    folder = tmp_path_factory.mktemp("refusals")
    given = [{"CHAT_MODEL": "openai:gpt-x", name: value} for name, value, _ in WRONG]
    command = [sys.executable, "-c", _CHECKS, str(folder)]
    done = subprocess.run(
        command, cwd=BASE_DIR, input=json.dumps(given), stdout=subprocess.PIPE, text=True, timeout=60, check=True
    )
    return [(int(status), (folder / str(number)).read_text()) for number, status in enumerate(done.stdout.split())]


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[f"{name}-{value}" for name, value, _ in WRONG])
def test_a_wrong_setting_ends_the_start_with_one_sentence(refusals: list[tuple[int, str]], number: int) -> None:
    status, errors = refusals[number]
    assert status != 0
    assert WRONG[number][2] in errors
    assert "Traceback" not in errors


def test_a_model_whose_card_does_not_suit_is_told_at_the_start() -> None:
    small = {"RETIREMENT_MODEL": "openai:gpt-x", "RETIREMENT_CONTEXT": "2048"}
    done = manage("check", CHAT_MODEL="openai:llama-2-7b", **small)
    assert done.returncode != 0
    assert "'openai:llama-2-7b', whose card says that it calls no tools. Set PA_DEALING_MODEL to" in done.stderr
    assert "The prompt and the tools of retirement have about 2," in done.stderr
    assert "Traceback" not in done.stderr


def headers_of(**settings: str) -> str:
    """What production says of HSTS and whom it believes about TLS, as Django's settings."""
    names = "SECURE_HSTS_SECONDS SECURE_HSTS_INCLUDE_SUBDOMAINS SECURE_HSTS_PRELOAD SECURE_PROXY_SSL_HEADER"
    code = f"from django.conf import settings as s; print(*(getattr(s, n) for n in {names.split()}))"
    read = {**os.environ, "HTTPS": "1", "ALLOWED_HOSTS": "example.org", **settings}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=BASE_DIR, env=read, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip()


def test_hsts_covers_this_host_alone_and_nobody_is_believed_about_tls() -> None:
    assert headers_of() == "31536000 False False None"


def test_what_covers_more_than_this_host_is_asked_for_by_name() -> None:
    asked = {"HSTS_INCLUDE_SUBDOMAINS": "1", "HSTS_PRELOAD": "1", "TRUSTED_PROXIES": "10.0.0.5, 172.16.0.0/12"}
    assert headers_of(**asked) == "31536000 True True ('HTTP_X_FORWARDED_PROTO', 'https')"


def test_the_wrong_setting_does_not_repeat_a_secret(refusals: list[tuple[int, str]]) -> None:
    [number] = (number for number, (_, value, _) in enumerate(WRONG) if "hunter2" in value)
    assert "hunter2" not in refusals[number][1]


def test_a_socket_folder_in_the_database_url_is_decoded() -> None:
    given = environment.database("postgres://postgres@%2Fvar%2Frun%2Fpg:5432/name", 5)
    assert (given["HOST"], given["PORT"], given["NAME"]) == ("/var/run/pg", 5432, "name")


@pytest.mark.parametrize("value", ["-1", "NaN", "Infinity"])
def test_an_amount_is_finite_and_not_negative(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PA_DEALING_HIGH_VALUE", value)
    with pytest.raises(ImproperlyConfigured, match="PA_DEALING_HIGH_VALUE"):
        environment.decimal("PA_DEALING_HIGH_VALUE", "1")


def test_dotenv_is_written_once_and_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / ".env"
    monkeypatch.setenv("DOTENV", str(path))
    assert environment.write_dotenv()
    first = path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "DEBUG=1\n" in first
    assert len(re.search(r"^SECRET_KEY=(.*)$", first, re.M)[1]) >= 50
    assert not environment.write_dotenv()
    assert path.read_text() == first


def test_the_environment_wins_over_dotenv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("PORT=1\nSPOKEN_FOR=2\n")
    monkeypatch.setenv("DOTENV", str(tmp_path / ".env"))
    monkeypatch.setenv("PORT", "9")
    monkeypatch.setenv("SPOKEN_FOR", "")
    monkeypatch.delenv("SPOKEN_FOR")
    environment.read_dotenv()
    assert (os.environ["PORT"], os.environ["SPOKEN_FOR"]) == ("9", "2")


def test_the_address_is_one_that_this_machine_reaches() -> None:
    assert environment.address("0.0.0.0", 80) == "http://127.0.0.1:80"
    assert environment.address("::", 80) == "http://[::1]:80"
    assert environment.address("10.0.0.5", 80) == "http://10.0.0.5:80"


def test_the_example_lists_every_setting() -> None:
    source = (BASE_DIR / "config" / "settings.py").read_text()
    read = set(re.findall(r'env\.(?:text|words|boolean|integer|decimal|choice)\(\s*"([A-Z_]+)"', source))
    listed = set(re.findall(r"^#?\s?([A-Z_]+)=", (BASE_DIR / ".env.example").read_text(), re.M))
    assert read | {"SECRET_KEY"} <= listed
