"""Finds Chromium and Redis for the tests; `python -m scripts.browser` installs them where it may."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The shell draws as Chromium does and has no windows, menus and profiles: its main process takes a quarter of the time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
# What Playwright keeps below its cache, per system.
PLAYWRIGHT_FILES = (
    "chromium_headless_shell-*/chrome*/*headless*shell",
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium",
)


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome: CHROMIUM, one on PATH, one of Playwright's, a shell first. None without one."""
    named = os.environ.get("CHROMIUM", "")
    if named:
        return shutil.which(named)
    for name in NAMES:
        path = shutil.which(name)
        # Ubuntu's `chromium-browser` is a stub that asks for a snap.
        if path and not _is_snap_stub(Path(path)):
            return path
    caches = [
        os.environ.get("PLAYWRIGHT_BROWSERS_PATH", ""),
        "~/.cache/ms-playwright",
        "~/Library/Caches/ms-playwright",
    ]
    for cache in filter(None, caches):
        for pattern in PLAYWRIGHT_FILES:
            installed = sorted(Path(cache).expanduser().glob(pattern))
            if installed:
                return str(installed[-1])
    return str(MAC) if MAC.exists() else None


def install_chromium() -> str:
    """Install Chromium's shell by apt, else Chromium. Returns why not, empty if it is there."""
    reason = install_by_apt(SHELL, "fonts-liberation") and install_by_apt("chromium", "fonts-liberation")
    if reason:
        return reason
    return "" if find_chromium() else "apt-get installed something that is not Chromium"


def install_by_apt(*packages: str) -> str:
    """Install Debian packages, as root or with a sudo that asks nothing. Returns why not, empty if that worked."""
    if shutil.which("apt-get") is None:
        return "there is no apt-get"
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if sudo and (shutil.which("sudo") is None or subprocess.run([*sudo, "true"], capture_output=True).returncode):
        return "apt-get needs root, or a sudo that asks for no password"
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        try:
            done = subprocess.run(
                [*sudo, "apt-get", *command], env=environment, capture_output=True, text=True, timeout=900
            )
        except subprocess.TimeoutExpired:
            return f"apt-get {command[0]} did not end within 15 minutes"
        # A failed update may still leave an older list that has it.
        if done.returncode and command[0] == "install":
            return f"apt-get {command[0]} failed: {done.stderr.strip()[-300:]}"
    return ""


def _is_snap_stub(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(2000)
    return start.startswith(b"#!") and b"snap" in start and b"/snap/bin" in start


def main() -> None:
    if find_chromium() is None:
        print("Chromium is missing. Installing it by apt for the browser tests …", file=sys.stderr)
        reason = install_chromium()
        if reason:
            print(
                f"The browser tests are skipped, because there is no Chromium: {reason}. "
                "Install Chromium, or name one with CHROMIUM=/path/to/it.",
                file=sys.stderr,
            )
    if shutil.which("redis-server") is None:
        print("redis-server is missing. Installing it by apt for the test of two web processes …", file=sys.stderr)
        if reason := install_by_apt("redis-server"):
            print(
                f"The test of two web processes is skipped, because there is no redis-server: {reason}.",
                file=sys.stderr,
            )


if __name__ == "__main__":
    main()
