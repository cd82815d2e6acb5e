# SPDX-License-Identifier: GPL-2.0-only

# mrc_precompile(TARGET [HEADER...]): what nearly every file includes is read once. Two thirds of the time
# that a file takes goes into it. A file that misses an include of its own builds all the same. Sources must also
# build without. CI has no such build of the module: .ci/includes.py finds what names of the list below lack. Of tests a
# tree of ns-3 tells.
#
# MRC_PCH=MORE has headers of the module's own too: those that a sixth of its files reach, by the six that bring them
# along. Clang takes a fifth less of time for tests; GCC gains nothing. A changed header then compiles everything anew,
# and a missing include of the module's own is not seen. So CI's builds by clang have it, but for the fuzzers', which
# lack much of the module. CI's library of release is compiled without.
function(mrc_precompile target)
  if(NOT COMMAND target_precompile_headers) # CMake before 3.16
    return()
  endif()
  set(own)
  get_target_property(by_clang ${target} MRC_BY_CLANG) # mrc_test_by_clang()
  if(MRC_PCH STREQUAL "MORE" OR by_clang)
    set(own
        <ns3/mrc-fabric-helper.h>
        <ns3/mrc-frame-audit.h>
        <ns3/mrc-node-names.h>
        <ns3/mrc-port-failures.h>
        <ns3/mrc-qp-config.h>
        <ns3/mrc-queue-pair-user.h>
    )
  endif()
  target_precompile_headers(
    ${target}
    PRIVATE
    ${ARGN}
    <algorithm>
    <filesystem>
    <fstream>
    <functional>
    <map>
    <memory>
    <set>
    <sstream>
    <string>
    <vector>
    <ns3/boolean.h>
    <ns3/config.h>
    <ns3/double.h>
    <ns3/log.h>
    <ns3/node.h>
    <ns3/packet.h>
    <ns3/pointer.h>
    <ns3/simulator.h>
    <ns3/string.h>
    <ns3/test.h>
    <ns3/uinteger.h>
    ${own}
  )
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (MRC_CCACHE OR NS3_CCACHE))
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

# RPATH instead of RUNPATH: ns-3's libraries in a private prefix do not find each other otherwise.
add_link_options(LINKER:--disable-new-dtags)
# A library that is used only through TypeId strings stays linked.
add_link_options(LINKER:--no-as-needed)
