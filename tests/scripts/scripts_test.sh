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
for tool in sh sed tr sort cat dirname mkdir; do ln -s "$(command -v $tool)" "$here/other/$tool"; done
if PATH=$here/other sh "$root/scripts/install-packages" build 2>"$here/message"; then fail "nothing is missing without cmake"; fi
grep -q 'by hand: cmake g++ ninja' "$here/message" || fail "the missing programs are not named: $(cat "$here/message")"
grep -q 'libboost1.81-dev' "$here/message" || fail "Debian's names are not given: $(cat "$here/message")"
mkdir -p "$here/clone" # ./run says the same and stops there
cp -r "$root/run" "$root/scripts" "$root/packages" "$here/clone"
if PATH=$here/other sh "$here/clone/run" solve connect4 4453 2>"$here/run-message"; then fail "run works without cmake"; fi
cmp -s "$here/message" "$here/run-message" || fail "run says something else: $(cat "$here/run-message")"
grep -q 'sudo' "$here/message" && fail "a command is given for a system that nobody knows: $(cat "$here/message")"
# And with the program that installs packages there, the whole command.
while read -r manager start; do
  ln -s /bin/true "$here/other/$manager"
  if PATH=$here/other sh "$root/scripts/install-packages" build 2>"$here/message"; then fail "$manager: nothing is missing"; fi
  command=$(grep ": $start " "$here/message") || fail "$manager: no command: $(cat "$here/message")"
  for part in cmake ninja cli11 boost fmt hiredis json zstd; do
    case $command in *$part*) ;; *) fail "$manager: $part is not in '$command'" ;; esac
  done
  rm "$here/other/$manager"
done <<'MANAGERS'
dnf sudo dnf install
pacman sudo pacman -S
zypper sudo zypper install
apk sudo apk add
brew brew install
MANAGERS
for tool in cmake g++ ninja; do ln -s /bin/true "$here/other/$tool"; done
PATH=$here/other sh "$root/scripts/install-packages" build || fail "everything is there, and it fails"

# The job file for Slurm starts a worker with the address from the file; its options, and those of the Kubernetes file,
# are options that the worker has.
program "$here/bin/tesuji"
: >"$here/calls"
echo 'redis://:secret@10.0.0.1:6379/0' >"$here/queue"
QUEUE_FILE=$here/queue SLURM_CPUS_PER_TASK=8 PATH=$here/bin:$PATH sh "$root/examples/cluster/slurm.sh"
grep -qx 'tesuji worker --queue redis://:secret@10.0.0.1:6379/0 --jobs 8 --hash 6G --until-empty' "$here/calls" ||
  fail "slurm.sh calls $(cat "$here/calls")"
for option in $(cat "$here/calls" "$root/examples/cluster/workers.yaml" | grep -o -e '--[a-z-]*'); do
  grep -q "\"$option\"" "$root/src/app/worker.cpp" || fail "the worker has no option $option"
done
echo "scripts: all passed"
