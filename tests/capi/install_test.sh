#!/bin/sh
# Installs the C library into an empty folder, and compiles and runs examples/solve.c against it: as C99 with every
# warning, through pkg-config and through CMake. Checks that the library exports what its map lists, and nothing else.
# usage: install_test.sh SOURCE BUILD
set -eu
source=$1
build=$2
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
prefix=$temporary/prefix

for component in library library-dev; do
  cmake --install "$build" --component "$component" --prefix "$prefix" >/dev/null
done
pc=$(dirname "$(find "$prefix" -name tesuji.pc)")
libraries=$(dirname "$pc")
fail() {
  echo "install_test: $*" >&2
  exit 1
}
check_run() { # PROGRAM: its answers, and its errors
  answer=$(LD_LIBRARY_PATH=$libraries "$1" 44444432213233151567) || fail "$1 failed"
  case $answer in
    *'"verdict":"'*'"proved":true'*) ;;
    *) fail "unexpected answer: $answer" ;;
  esac
  # The column is full: the library says so, in an error that is a value.
  ! LD_LIBRARY_PATH=$libraries "$1" 44444444 2>"$temporary/error" || fail "an impossible position was solved"
  grep -q '"error":' "$temporary/error" || fail "no error for an impossible position: $(cat "$temporary/error")"
}

flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs tesuji)
# shellcheck disable=SC2086 # a list of flags
gcc -std=c99 -Wall -Wextra -pedantic -Werror "$source/examples/solve.c" -o "$temporary/solve" $flags
check_run "$temporary/solve"

mkdir "$temporary/project"
cp "$source/examples/solve.c" "$temporary/project"
cat >"$temporary/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES C)
find_package(tesuji 0.1 REQUIRED)
add_executable(solve solve.c)
target_link_libraries(solve PRIVATE tesuji::tesuji)
END
cmake -S "$temporary/project" -B "$temporary/project/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$temporary/project/build" >/dev/null
check_run "$temporary/project/build/solve"

nm --dynamic --defined-only "$libraries/libtesuji.so" | sed -n 's/.* T \(.*\)@@TESUJI_1$/\1/p' | sort >"$temporary/exported"
sed -n 's/^ *\(tesuji_[a-z_]*\);$/\1/p' "$source/src/capi/tesuji.map" | sort >"$temporary/listed"
sed -n 's/^TESUJI_API .*[ *]\(tesuji_[a-z_]*\)(.*/\1/p' "$source/src/capi/tesuji.h" | sort >"$temporary/declared"
[ -s "$temporary/listed" ] || fail "the map lists nothing"
diff "$temporary/listed" "$temporary/exported" || fail "the library does not export what its map lists"
diff "$temporary/listed" "$temporary/declared" || fail "the map does not list what the header declares"
others=$(nm --dynamic --defined-only "$libraries/libtesuji.so" | grep -v '@@TESUJI_1$\| A TESUJI_1$' || true)
[ -z "$others" ] || fail "the library exports more than its map: $others"
