# SPDX-License-Identifier: GPL-2.0-only
#
# How ./mrc configures and builds. Reads $root, $build, $state, $log, $venv and $wheel_build.

# is the build directory configured, and with the given CACHE ENTRIES (NAME:BOOL=VALUE)?
is_configured() {
  local entry
  [[ -f $build/build.ninja && -f $build/mrc-stamp && $(<"$build/mrc-stamp") == "$(stamp)" ]] ||
    return
  for entry in "$@"; do
    grep -qxF -- "$entry" "$build/CMakeCache.txt" || return
  done
}

# what the configuration depends on and CMake does not watch
stamp() {
  printf '%s|%s' "$root" "${CMAKE_PREFIX_PATH:-}"
}

# a folder that holds anything but a build of this module is nobody's but the user's
check_build_folder() {
  local refused="give MRC_BUILD_DIR another folder, which need not exist; nothing was changed"
  [[ ! -e $build || -d $build ]] || die "$build is no folder: $refused"
  [[ -d $build && -n $(ls -A "$build") ]] || return 0
  [[ ! -e $build/CMakeLists.txt ]] || die "$build is a folder of sources: $refused"
  [[ -f $build/mrc-stamp ]] || grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" ||
    die "$build is no folder of a build of $root: $refused"
}

configure() {
  check_build_folder
  say "configuring"
  if [[ -f $build/mrc-stamp ]] && ! is_configured; then
    # made for other sources or another ns-3: CMake begins anew, and deletes nothing but its own
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
  fi
  mkdir -p "$build"
  printf 'unfinished' >"$build/mrc-stamp" # ours from here on, even if CMake is stopped
  (cd "$root" && cmake --preset release -B "$build" "${@/#/-D}") >>"$log" 2>&1 ||
    die_with_log "could not configure the build"
  stamp >"$build/mrc-stamp"
}

# announce_build FILES: what is to come; a file takes a processor some two seconds
announce_build() {
  local processors minutes
  processors=$(nproc)
  minutes=$((($1 * 2 + processors * 60 - 1) / (processors * 60)))
  if (($1 < 100)); then
    say "building (log: $log)"
  else
    say "building $1 files, once: about $minutes min on $processors processors, less with ccache (log: $log)"
  fi
}

# reads ninja's output: all of it into the log, its progress as one line on standard error
follow_build() {
  local line announced=no
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[([0-9]+/[0-9]+)\] ]] || continue
    if [[ $announced == no ]]; then
      announce_build "${BASH_REMATCH[1]#*/}"
    fi
    announced=yes
    if [[ -t 2 ]]; then
      printf '\rmrc: building [%s] ' "${BASH_REMATCH[1]}" >&2
    fi
  done
  if [[ -t 2 && $announced == yes ]]; then
    printf '\n' >&2
  fi
}

build_targets() {
  cmake --build "$build" --target "$@" 2>&1 | follow_build || die_with_errors "the build failed"
}

# one builder at a time; the lock must not outlive this script in the program it starts
lock() {
  { mkdir -p "$state" && : >>"$state/.lock" && : >>"$log"; } 2>/dev/null ||
    die "cannot write to $state: set MRC_BUILD_DIR to a folder that can be written, such as \$HOME/mrc/release"
  exec 9>"$state/.lock"
  flock 9
  : >"$log"
}

unlock() {
  exec 9>&-
}

# ns-3's wheel, and the library built against it
prepare_python() {
  # the functions below see these
  local build=$wheel_build entries=(MRC_UNIT_TESTS:BOOL=OFF MRC_PCH:STRING=MORE MRC_UNITY:BOOL=ON "MRC_WERROR:BOOL=${MRC_WERROR:-OFF}")
  if [[ -n ${MRC_CI:-} ]]; then # which runs few scripts, and short ones: by clang in two fifths of GCC's time
    need_packages "${clang_packages[@]}"
    entries+=("CMAKE_CXX_COMPILER:STRING=$(command -v clang++-14)" "CMAKE_CXX_FLAGS_RELEASE:STRING=-O0 -DNDEBUG")
  else
    entries+=("CMAKE_CXX_FLAGS_RELEASE:STRING=-O3 -DNDEBUG")
  fi
  check_build_folder
  if [[ ! -f $venv/ns3.complete || ! -f $build/build.ninja ]]; then
    need_packages "${build_packages[@]}" "${python_packages[@]}"
  fi
  need_python ns3 test/python/requirements.txt || return 1
  local -x CMAKE_PREFIX_PATH
  CMAKE_PREFIX_PATH=$(echo "$venv"/lib/python3*/site-packages/ns3)
  if ! is_configured "${entries[@]}"; then
    if [[ -n ${MRC_CI:-} ]]; then rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"; fi # of another compiler
    configure "${entries[@]}"
  fi
  build_targets mrc
}

prepare_build() {
  is_configured && return
  check_build_folder
  need_packages "${build_packages[@]}"
  configure ${MRC_WERROR:+"MRC_WERROR:BOOL=$MRC_WERROR"}
}

prepare_tests() {
  configure_tests
  want_test_programs
  need_scapy
}

# without these, which nothing of the build needs, some tests are skipped
want_test_programs() {
  want_program tshark "the test of captures" # the second opinion on captures
  want_program spin "the model check"
  want_program ip "the comparison with the Linux kernel" iproute2
}

configure_tests() {
  local entries=(MRC_UNIT_TESTS:BOOL=ON MRC_PYTHON_TESTS:BOOL=ON)
  if [[ -n ${MRC_WERROR:-} ]]; then # .ci/run sets it, and a build directory of its own
    entries+=("MRC_WERROR:BOOL=$MRC_WERROR")
  fi
  if [[ -n ${MRC_CI:-} ]]; then # which begins from nothing; .ci/includes.py finds what the first one hides
    need_packages "${clang_packages[@]}" # which compiles tests in half of GCC's time
    entries+=(MRC_PCH:STRING=ON MRC_UNITE_TESTS:STRING=ALL "MRC_TEST_CLANG:FILEPATH=$(command -v clang++-14)" MRC_TEST_FLAGS:STRING=-O0)
    if c++ --version | grep -q 'Free Software'; then # GCC, which collects no garbage then: a tenth of the time
      entries+=("CMAKE_CXX_FLAGS:STRING=--param=ggc-min-expand=1000 --param=ggc-min-heapsize=2000000")
    fi
  fi
  if ! is_configured "${entries[@]}"; then
    check_build_folder
    need_packages "${build_packages[@]}" "${test_packages[@]}"
    configure "${entries[@]}"
  fi
}

# the Python test takes the python3 of build/venv, if that has ns-3's wheel
export_python() {
  export PATH=$venv/bin:$PATH PYTHONPATH=$root/python:$root/utils MRC_PYTHON_BUILD=$wheel_build
}

# the state of large fabrics on huge pages, where the system lets programs ask for them
export_huge_pages() {
  export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}
}
