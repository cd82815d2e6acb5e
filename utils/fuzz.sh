# SPDX-License-Identifier: GPL-2.0-only
#
# ./mrc fuzz: builds the fuzzers, and runs each for a while. Sourced by ./mrc.

# fuzz_one NAME SECONDS: runs a fuzzer and prints a line that begins with ok or FAIL
fuzz_one() {
  local name=$1 seconds=$2 dir=$root/build/fuzz runs
  mkdir -p "$dir/found/$name"
  if "$dir/test/fuzz/$name-fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
    -print_final_stats=1 -artifact_prefix="$dir/$name-" "$dir/found/$name" \
    "$root/test/fuzz/corpus/$name" >"$dir/$name.log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$dir/$name.log")
    say_line "ok $name: $runs inputs"
  else
    say_line "FAIL $name: see build/fuzz/$name.log, which names the input"
    return 1
  fi
}

say_line() {
  printf '%s\n' "$*"
}

fuzz() {
  local seconds=${1:-60} names status=0
  [[ $seconds =~ ^[1-9][0-9]{0,5}$ ]] || die "fuzz: '$seconds' seconds; expected 1 .. 999999"
  lock
  need_packages "${build_packages[@]}" "${clang_packages[@]}"
  say "configuring"
  (cd "$root" && cmake --preset fuzz) >>"$log" 2>&1 || die_with_log "could not configure the build"
  build=$root/build/fuzz build_targets mrc-fuzz
  unlock
  mapfile -t names < <(basename -a -s -fuzz.cc "$root"/test/fuzz/*-fuzz.cc)
  # as many at a time as there are processors
  export root
  export -f fuzz_one say_line
  printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one "$1" "$2"' _ {} "$seconds" ||
    status=1
  exit "$status"
}
