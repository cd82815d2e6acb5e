# SPDX-License-Identifier: GPL-2.0-only
#
# ./mrc run --ranks=N and ./mrc setup --mpi: one run over several processes of MPI. Sourced by ./mrc.

ns3_mpi=$state/ns3-mpi # ns-3's module mpi, once ./mrc setup --mpi=ns3 has built it

# prepare_ranks TARGET...: MPI, and the part of the module that speaks it
prepare_ranks() {
  local entries=()
  lock
  prepare_build
  need_packages "${mpi_packages[@]}"
  if [[ -f $ns3_mpi/lib/libns3-mpi.so ]] && ! grep -qsxF "MRC_NS3_MPI:PATH=$ns3_mpi" "$build/CMakeCache.txt"; then
    entries=("-DMRC_NS3_MPI:PATH=$ns3_mpi")
  fi
  # a build from before MPI was there finds it when CMake runs again
  if ((${#entries[@]} > 0)) || ! grep -qs 'libmrc-mpi.so' "$build/build.ninja"; then
    cmake -B "$build" "${entries[@]}" >>"$log" 2>&1 || die_with_log "could not configure the build"
  fi
  build_targets mrc-mpi "$@"
  unlock
}

# Debian's ns-3 lacks the module mpi: it is built alone, out of Debian's source package of the installed release
build_ns3_mpi() {
  local version origin apt_options
  [[ ! -f $ns3_mpi/lib/libns3-mpi.so ]] || return 0
  lock
  need_packages "${build_packages[@]}" "${mpi_packages[@]}" "${ns3_mpi_packages[@]}"
  version=$(dpkg-query -W -f '${source:Version}' libns3-dev 2>>"$log") ||
    die "--mpi=ns3 is for Debian's ns-3; build another one with -DNS3_MPI=ON"
  origin=$(apt-cache policy libns3-dev |
    sed -n 's|^ *[0-9-]* \(http[^ ]*\) \([^ /]*\)/\([^ ]*\) .*Packages$|deb-src \1 \2 \3|p' | head -n 1)
  [[ -n $origin ]] || die "no archive has libns3-dev; expected one in apt's list of sources"
  say "building ns-3's module mpi, once: a minute or two (log: $log)"
  rm -rf "$ns3_mpi"
  mkdir -p "$ns3_mpi"/source/{lists,cache/archives}/partial
  printf '%s\n' "$origin" >"$ns3_mpi/source/list"
  apt_options=(-q -o "Dir::Etc::sourcelist=$ns3_mpi/source/list" -o Dir::Etc::sourceparts=-
    -o "Dir::State::lists=$ns3_mpi/source/lists" -o "Dir::Cache=$ns3_mpi/source/cache")
  {
    (cd "$ns3_mpi/source" && apt-get "${apt_options[@]}" update &&
      apt-get "${apt_options[@]}" source --download-only "ns3=$version" &&
      tar --wildcards -xf ns3_*.orig.tar.* '*/src/mpi/*') &&
      cmake -G Ninja -S "$root/cmake/ns3-mpi" -B "$ns3_mpi/build" -DCMAKE_INSTALL_PREFIX="$ns3_mpi" \
        -DNS3_MPI_SOURCES="$(echo "$ns3_mpi"/source/*/*/src/mpi)" &&
      cmake --build "$ns3_mpi/build" --target install
  } >>"$log" 2>&1 || die_with_log "could not build ns-3's module mpi"
  rm -rf "$ns3_mpi"/{source,build}
  unlock
}

# what runs over ranks by an attribute; mrc-fabric has an option
rank_programs="mrc-astra|mrc-clustermapper|mrc-controllers|mrc-convergence|mrc-credit|mrc-first|mrc-grey-link|\
mrc-own-controller|mrc-own-selector|mrc-training|mrc-tutorial|mrc-validation|mrc-verbs"

# run_ranks N NAME ARGUMENTS; under Slurm or another starter MRC_MPIRUN is that one, such as srun
run_ranks() {
  local ranks=$1 name=${2:-} words why="" starter=(mpirun --oversubscribe)
  [[ $ranks =~ ^[1-9][0-9]{0,3}$ ]] || die "--ranks=$ranks: expected 1 .. 1024"
  [[ -n $name ]] || die "--ranks=$ranks: expected ./mrc run --ranks=N NAME"
  [[ $name != *.cc && $name != *.py && $name != */* ]] ||
    die "--ranks=$ranks with '$name': expected the name of an example; mpirun starts a script of your own (doc/ranks.rst)"
  case $name in
    mrc-fabric) words=(--ranks="$ranks") ;;
    mrc-incast) why="hosts act on NICs at once: HostDelay is 0" ;;
    mrc-ping6 | mrc-stock-traffic) why="nodes have stock stacks" ;;
    mrc-srv6 | mrc-srv6-tcp) why="nodes are none of a fabric" ;;
    mrc-job-life | mrc-plan) why="answer takes no packets" ;;
    *)
      [[ $name =~ ^($rank_programs)$ ]] ||
        die "--ranks=$ranks with '$name': expected mrc-fabric, ${rank_programs//|/, }"
      words=(--ns3::mrc::FabricProfile::Ranks="$ranks")
      ;;
  esac
  [[ -z $why ]] || die "--ranks=$ranks with $name, whose $why: expected one process"
  shift 2
  need_interpreter
  prepare_ranks "$name"
  export_huge_pages
  # containers run as root often, and there is nothing to protect from the user's own program
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  if [[ -n ${MRC_MPIRUN:-} ]]; then
    read -ra starter <<<"$MRC_MPIRUN"
  fi
  exec python3 "$root/utils/mrc-ranks.py" "$ranks" "${starter[@]}" -- "$build/examples/$name" "${words[@]}" "$@"
}
