# SPDX-License-Identifier: GPL-2.0-only

# mrc_precompile(TARGET [HEADER...]): what nearly every file includes is read once. Two thirds of the time
# that a file takes goes into it. A file that misses an include of its own builds all the same. Sources must also
# build without. CI has no such build of the module: .ci/includes.py finds what names of the list below lack. Of tests a
# tree of ns-3 tells.
function(mrc_precompile target)
  if(NOT COMMAND target_precompile_headers) # CMake before 3.16
    return()
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
  )
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (MRC_CCACHE OR NS3_CCACHE))
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

# RPATH instead of RUNPATH: ns-3's libraries in a private prefix do not find each other otherwise.
add_link_options(LINKER:--disable-new-dtags)
# A library that is used only through TypeId strings stays linked.
add_link_options(LINKER:--no-as-needed)
