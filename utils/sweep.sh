# SPDX-License-Identifier: GPL-2.0-only
#
# ./mrc sweep: builds the program that a grid of scenarios runs, if any is to be run. Sourced by ./mrc.

run_sweep() {
  local program
  need_interpreter
  program=$(python3 "$root/utils/mrc-sweep.py" --needs "$@") || exit
  if [[ -n $program ]]; then
    lock
    prepare_build
    build_targets "$program"
    unlock
    export_huge_pages
  fi
  exec python3 "$root/utils/mrc-sweep.py" --examples="$build/examples" "$@"
}
