# SPDX-License-Identifier: GPL-2.0-only
#
# ./mrc run --ranks=N and ./mrc setup --mpi: one run over several processes of MPI. Sourced by ./mrc.

# prepare_ranks TARGET...: MPI, and the part of the module that speaks it
prepare_ranks() {
  lock
  prepare_build
  need_packages "${mpi_packages[@]}"
  # a build from before MPI was there finds it when CMake runs again
  grep -qs 'libmrc-mpi.so' "$build/build.ninja" || cmake -B "$build" >>"$log" 2>&1 || die_with_log "could not configure the build"
  build_targets mrc-mpi "$@"
  unlock
}

# run_ranks N NAME ARGUMENTS; under Slurm or another starter MRC_MPIRUN is that one, such as srun
run_ranks() {
  local ranks=$1 name=${2:-} starter=(mpirun --oversubscribe)
  [[ $ranks =~ ^[1-9][0-9]{0,3}$ ]] || die "--ranks=$ranks: expected 1 .. 1024"
  [[ $name == mrc-fabric ]] || die "--ranks=$ranks with '$name': expected mrc-fabric, the program that runs over ranks"
  shift 2
  prepare_ranks "$name"
  export_huge_pages
  # containers run as root often, and there is nothing to protect from the user's own program
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  if [[ -n ${MRC_MPIRUN:-} ]]; then
    read -ra starter <<<"$MRC_MPIRUN"
  fi
  exec "${starter[@]}" -n "$ranks" "$build/examples/$name" "--ranks=$ranks" "$@"
}
