#!/bin/sh
# Makes the wheel, installs it into a fresh virtual environment without network access, and runs the package's tests.
# usage: wheel_test.sh SOURCE LIBRARY
set -eu
source=$1
library=$2
python=/usr/bin/python3  # Debian's; another one may come first in PATH
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
unset TESUJI_LIBRARY PYTHONPATH PYTHONHOME

wheel=$("$source/scripts/build-wheel" --library "$library" "$temporary/wheel")
"$python" -m venv "$temporary/venv"
"$temporary/venv/bin/python" -m pip install --quiet --no-index --disable-pip-version-check "$wheel"
cp "$source/bindings/python/tests/test_tesuji.py" "$temporary"
cd "$temporary"  # not where the sources are: the installed package is tested
"$temporary/venv/bin/python" -m unittest test_tesuji
