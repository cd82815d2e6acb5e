# SPDX-License-Identifier: GPL-2.0-only
#
# What ./mrc installs: Debian packages, and Python packages in build/venv. Reads $root, $log, $venv, $command.

build_packages=(g++ cmake ninja-build ccache libns3-dev ns3 libdeflate-dev libboost-dev libboost-graph-dev)
test_packages=(libgtest-dev python3-venv)
python_packages=(python3-venv python3-dev) # pip compiles parts of cppyy
bench_packages=(python3 valgrind)
tree_packages=(g++ cmake ninja-build ccache python3 libdeflate-dev libboost-dev libboost-graph-dev)
mpi_packages=(libopenmpi-dev openmpi-bin)
ns3_mpi_packages=(bzip2 xz-utils)     # to unpack its sources
scotch_packages=(scotch)              # scotch_gpart divides graphs among threads
doc_packages=(python3-sphinx)
api_packages=(doxygen) # for ./mrc doc --api only
clang_packages=(clang-14 libclang-rt-14-dev) # for sanitizers and fuzzers
ci_packages=(clang-format-14 doxygen) # for .ci/run, besides
if [[ -n ${CMAKE_PREFIX_PATH:-} ]]; then # an installed ns-3 of the user's own
  build_packages=(g++ cmake ninja-build ccache libdeflate-dev libboost-dev libboost-graph-dev)
fi

# prints those of the given packages that are not installed
missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^ii *//p') || true
  for package in "$@"; do
    grep -qxF -- "$package" <<<"$installed" || printf '%s\n' "$package"
  done
}

apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1 </dev/null
}

# does the build do without the given packages?
are_optional() {
  local package
  for package in "$@"; do
    case $package in
      ccache | libdeflate-dev | libboost-dev | libboost-graph-dev) ;;
      *) return 1 ;;
    esac
  done
}

need_packages() {
  local missing line
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    need_tools "$@"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  [[ ${missing[*]} != "" ]] || return 0
  line="apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  as_root=()
  if ((EUID != 0)); then
    are_optional "${missing[@]}" && return
    sudo -n true 2>/dev/null || die "packages are missing; as root: $line"
    as_root=(sudo -n)
  fi
  say "installing ${missing[*]}"
  # lists that are empty or stale show as a failure
  apt install --no-install-recommends "${missing[@]}" ||
    { apt update && apt install --no-install-recommends "${missing[@]}"; } ||
    die_with_log "could not install the packages; as root: $line"
}

# on a system without Debian's packages: the programs must be there, and CMake looks for the rest
need_tools() {
  local tool missing=()
  for tool in c++ cmake ninja; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  ((${#missing[@]} == 0)) ||
    die "this is no Debian system: install ${missing[*]} (in Debian's names, all that is needed: $*)"
}

# need_interpreter: installs python3 if there is none
need_interpreter() {
  if ! command -v python3 >/dev/null; then
    lock
    need_packages python3
    unlock
  fi
}

# need_python NAME REQUIREMENTS: installs what pip needs for NAME into build/venv, once; a failure is
# remembered, ./mrc setup tries again
need_python() {
  local flag=$venv/$1
  [[ ! -f $flag.complete || $root/$2 -nt $flag.complete ]] || return 0
  if [[ -f $flag.failed && $command != setup ]]; then
    say "$1 is not installed, what needs it is skipped (./mrc setup tries again)"
    return 1
  fi
  say "installing $1 into build/venv"
  rm -f "$flag.failed"
  if { [[ -x $venv/bin/pip ]] || python3 -m venv --clear "$venv"; } >>"$log" 2>&1 &&
    "$venv/bin/pip" install -q -r "$root/$2" >>"$log" 2>&1; then
    touch "$flag.complete"
  else
    say "$1 could not be installed (see $log), what needs it is skipped"
    mkdir -p "$venv"
    touch "$flag.failed"
    return 1
  fi
}

# want_program NAME TEST [PACKAGE]: a program, and the Debian package of it, without which only a test is skipped
want_program() {
  local name=$1 test=$2 package=${3:-$1}
  command -v "$name" >/dev/null && return
  if [[ -f $root/build/no-$name && $command != setup ]]; then
    say "$name is not installed, $test is skipped (./mrc setup tries again)"
    return
  fi
  rm -f "$root/build/no-$name"
  (need_packages "$package") && command -v "$name" >/dev/null && return
  say "$name could not be installed, $test is skipped"
  touch "$root/build/no-$name"
}

# want_browser: what mrc-browser opens pages in, of 100 MB. CI installs it, and so does ./mrc test mrc-browser.
want_browser() {
  local name
  for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then return; fi
  done
  want_program chromium-headless-shell "the test of pages in a browser"
}

# scapy is the second opinion on the wire format; utils/mrc-plot.py needs matplotlib
need_scapy() {
  need_python scapy test/requirements.txt || true
}
