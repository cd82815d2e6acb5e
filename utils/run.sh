# SPDX-License-Identifier: GPL-2.0-only
#
# ./mrc run: an example, or a script of the user's own. Reads $root, $build and $log. Sourced by ./mrc.

examples() {
  local source
  for source in "$root"/examples/*.{cc,py}; do
    if [[ -f $source ]]; then basename "$source" .cc; fi
  done
}

run() {
  local name=${1:-}
  if [[ $name == --ranks=* ]]; then
    shift
    run_ranks "${name#*=}" "$@"
  fi
  [[ $name != --ranks ]] || die "--ranks: expected ./mrc run --ranks=N NAME"
  [[ $name != -* || $name =~ ^(-h|--help)$ ]] || die "$name: expected the name of an example before its options, as in ./mrc run mrc-fabric --threads=2"
  if [[ $name == *.cc && -f $name ]]; then
    shift
    run_script "$name" "$@"
  elif [[ $name == *.py && -f $name ]]; then
    run_python "$@"
  elif [[ $name == */* || $name == *.cc ]]; then
    die "there is no file '$name'$(did_you_mean "$(basename "$name" .cc)" < <(examples))"
  fi
  if [[ -z $name ]] || ! grep -qxF -- "$name" <(examples); then
    [[ -z $name || $name == -* ]] || say "there is no example '$name'$(did_you_mean "$name" < <(examples))"
    say "usage: ./mrc run NAME [ARGUMENTS], where NAME is a file of your own, .cc or .py, or one of:"
    examples | sed 's/^/  /' >&2
    exit 2
  fi
  shift
  if [[ $name == *.py ]]; then
    run_python "$root/examples/$name" "$@"
  fi
  lock
  prepare_build
  build_targets "$name"
  unlock
  export_huge_pages
  exec "$build/examples/$name" "$@"
}

# a C++ script of the user's own
run_script() {
  local entry
  entry=MRC_SCRIPT:FILEPATH=$(realpath -- "$1")
  shift
  lock
  prepare_build
  is_configured "$entry" || configure "$entry"
  build_targets script
  unlock
  export_huge_pages
  exec "$build/script/script" "$@"
}

run_python() {
  (($# > 0)) || die "usage: ./mrc python SCRIPT [ARGUMENTS]"
  lock
  prepare_python || die "ns-3's wheel is missing, see $log"
  unlock
  export_python
  exec python3 "$@"
}
