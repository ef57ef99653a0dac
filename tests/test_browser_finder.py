"""Chromium is found where it is, and its absence is explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import browser


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a browser: an empty PATH, home and cache."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(browser, "MAC", tmp_path / "none")
    return tmp_path


def test_without_a_browser_and_without_apt_it_says_which_tests_are_skipped_and_why(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert browser.find_chromium() is None
    browser.main()
    assert (
        "The browser tests are skipped, because there is no Chromium: there is no apt-get." in capsys.readouterr().err
    )


def test_one_on_the_path_is_found_unless_it_only_asks_for_a_snap(nowhere: Path) -> None:
    stub = program(nowhere / "bin" / "chromium-browser", '#!/bin/sh\nexec /snap/bin/chromium "$@"  # needs the snap\n')
    assert browser.find_chromium() is None
    stub.unlink()
    real = program(nowhere / "bin" / "google-chrome", "#!/bin/sh\n")
    assert browser.find_chromium() == str(real)


def test_a_shell_is_taken_before_a_whole_browser(nowhere: Path) -> None:
    program(nowhere / "bin" / "chromium", "#!/bin/sh\n")
    shell = program(nowhere / "bin" / "chromium-headless-shell", "#!/bin/sh\n")
    assert browser.find_chromium() == str(shell)


def test_the_newest_of_playwright_is_found(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in ("1100", "1200"):
        program(nowhere / ".cache" / "ms-playwright" / f"chromium-{number}" / "chrome-linux" / "chrome", "")
    assert "chromium-1200" in (browser.find_chromium() or "")
    shell = "chromium_headless_shell-1100/chrome-headless-shell-linux64/chrome-headless-shell"
    program(nowhere / ".cache" / "ms-playwright" / shell, "")
    assert browser.find_chromium() == str(nowhere / ".cache" / "ms-playwright" / shell)
    named = program(nowhere / "mine", "")
    monkeypatch.setenv("CHROMIUM", str(named))
    assert browser.find_chromium() == str(named)
