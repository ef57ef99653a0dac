#!/bin/sh
# Makes .venv and installs requirements.txt, once for each version of that file; with "dev", requirements-dev.txt too.
set -eu
cd "$(dirname "$0")/.."

wanted="requirements.txt"
[ "${1:-}" != dev ] || wanted="requirements.txt requirements-dev.txt"
missing=""
for file in $wanted; do
    [ -x .venv/bin/python ] && cmp -s "$file" ".venv/installed-$file" || missing="$missing $file"
done
[ -n "$missing" ] || exit 0

python=""
for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    found=$(python3 --version 2>/dev/null || echo "no Python 3")
    echo "Python 3.11 or newer is needed; this machine has $found. Install one, or name it: make run PYTHON=/path/to/python3" >&2
    exit 1
fi

if ! [ -x .venv/bin/python ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    rm -rf .venv
    # Debian keeps venv's pip in a package of its own.
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        sudo=""
        [ "$(id -u)" = 0 ] || sudo="sudo -n"
        if ! command -v apt-get >/dev/null || ! { $sudo apt-get update && $sudo apt-get install -y python3-venv; } >&2; then
            echo "$python has no venv. Install it (on Debian and Ubuntu: sudo apt install python3-venv) and try again." >&2
            exit 1
        fi
    fi
    echo "Making .venv …" >&2
    "$python" -m venv .venv
fi

# Reads what pip writes, and says how far it is: in place on a terminal, else at every tenth package.
progress() {
    count=0
    end="\n"
    [ ! -t 2 ] || end="\r"
    while read -r word name rest; do
        case "$word $name" in
        "Collecting "*) ;;
        "Processing "*) name=${name##*/} && name=${name%%-*} ;;
        "Requirement already") name=${rest#satisfied: } ;;
        "Installing collected") printf "  Putting %s packages in place …%20s\n" "$count" "" >&2 && continue ;;
        *) continue ;;
        esac
        count=$((count + 1))
        if [ -t 2 ] || [ $((count % 10)) = 0 ]; then
            printf "  %3d of %d: %-40.40s$end" "$count" "$1" "${name%%[][ =<>]*}" >&2
        fi
    done
}

for file in $missing; do
    echo "Installing $file, which takes a minute or two the first time …" >&2
    log=$(mktemp)
    { PYTHONUNBUFFERED=1 .venv/bin/python -m pip install --progress-bar off --disable-pip-version-check -r "$file" 2>&1 ||
        echo "$file could not be installed."; } | tee "$log" | progress "$(grep -c "^[a-zA-Z0-9].*==" "$file")"
    if [ "$(tail -n 1 "$log")" = "$file could not be installed." ]; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        exit 1
    fi
    rm -f "$log"
    # Written last: an interrupted install is done again.
    cp "$file" ".venv/installed-$file"
done
