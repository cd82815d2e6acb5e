#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: compile-by-clang.sh CLANG LAUNCHER CMAKES-COMPILER ARGUMENT...
#
# A launcher for CMake, which knows GCC alone: clang compiles in GCC's place, with GCC's arguments. Objects of both can be
# linked. LAUNCHER is ccache, or env. See MRC_TEST_CLANG.

clang=$1
launcher=$2
shift 3
case " $* " in
  *" -x c++-header "*)
    # clang would take an earlier result X.gch for the header X, and compile that again
    previous=
    for argument; do
      if [ "$previous" = -o ]; then rm -f "$argument"; fi
      previous=$argument
    done
    ;;
esac
export CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
# the times of headers are ninja's to compare: ccache brings back a result that is older than they are
exec "$launcher" "$clang" "$@" -Qunused-arguments -Wno-unknown-warning-option -fpch-instantiate-templates -Xclang -fno-pch-timestamp
