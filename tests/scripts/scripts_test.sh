#!/bin/sh
# Tests ./run and scripts/install-packages in a folder where all they call is replaced by programs that note it.
# usage: scripts_test.sh ROOT
set -eu
root=$1
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# ./run: the page is built for `serve`, and not for its help.
mkdir -p "$here/scripts" "$here/packages" "$here/bin" "$here/build/native/src/app"
cp "$root/run" "$here/run"
: >"$here/packages/build.txt"
program() { # program PATH: a program that notes its name and arguments
  printf '#!/bin/sh\necho "%s $*" >>"%s/calls"\n' "$(basename "$1")" "$here" >"$1"
  chmod +x "$1"
}
program "$here/scripts/install-packages"
program "$here/scripts/build-page"
program "$here/bin/cmake"
program "$here/build/native/src/app/tesuji"
calls() {
  : >"$here/calls"
  PATH=$here/bin:$PATH "$here/run" "$@"
  cat "$here/calls"
}
calls serve --help | grep -q '^build-page' && fail "run serve --help builds the page"
calls serve -h | grep -q '^build-page' && fail "run serve -h builds the page"
calls serve --port 0 | grep -q '^build-page' || fail "run serve does not build the page"
calls | grep -q '^tesuji serve' || fail "run alone does not serve"
calls solve connect4 4453 | grep -q '^build-page' && fail "run solve builds the page"

# scripts/install-packages on another distribution: says what is missing, by name, and fails.
mkdir -p "$here/other"
for tool in sh sed tr sort cat dirname; do ln -s "$(command -v $tool)" "$here/other/$tool"; done
if PATH=$here/other sh "$root/scripts/install-packages" build 2>"$here/message"; then fail "nothing is missing without cmake"; fi
grep -q 'by hand: cmake g++ ninja' "$here/message" || fail "the missing programs are not named: $(cat "$here/message")"
grep -q 'libboost1.81-dev' "$here/message" || fail "Debian's names are not given: $(cat "$here/message")"
ln -s /bin/true "$here/other/dnf"
PATH=$here/other sh "$root/scripts/install-packages" build 2>"$here/message" || :
grep -q 'sudo dnf install cmake gcc-c++' "$here/message" || fail "the command for Fedora is not given"
for tool in cmake g++ ninja; do ln -s /bin/true "$here/other/$tool"; done
PATH=$here/other sh "$root/scripts/install-packages" build || fail "everything is there, and it fails"

echo "scripts: all passed"
