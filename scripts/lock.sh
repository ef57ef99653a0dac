#!/bin/sh
# Pins requirements.in into requirements.txt and requirements-dev.in into requirements-dev.txt with uv, from an
# environment of its own. The result holds for every Python from 3.11 (environment markers where they differ) and names
# no package index.
set -eu
cd "$(dirname "$0")/.."

[ -x var/lock/bin/python ] || .venv/bin/python -m venv var/lock
var/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
for name in requirements requirements-dev; do
    var/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --no-emit-index-url \
        --no-emit-find-links --no-annotate --custom-compile-command "make lock" --output-file "$name.txt" "$@" "$name.in"
done
