# SPDX-License-Identifier: GPL-2.0-only

# mrc_unite(TARGET NAME GROUPS SOURCE...): the sources are compiled as so many groups of that name, each as one file.
# What they all include is then read once. A source stays in its group when others come or go, as its name decides.
# A group has at most one source that logs, as each of those has a component of the same name. Groups get them in their
# order, and the others stay alone. Names in anonymous namespaces must differ inside of a group. A file that uses a
# namespace as a whole does so for those behind it.
function(mrc_unite target of groups)
  if(CMAKE_VERSION VERSION_LESS 3.18)
    return()
  endif()
  set(logging 0) # groups that have a source that logs
  foreach(source IN LISTS ARGN)
    get_filename_component(path ${source} ABSOLUTE)
    file(STRINGS ${path} logs REGEX "^NS_LOG_COMPONENT_DEFINE" LIMIT_COUNT 1)
    get_filename_component(name ${source} NAME_WE)
    string(MD5 hash ${name})
    string(SUBSTRING ${hash} 0 4 digits)
    math(EXPR group "0x${digits} % ${groups}")
    if(logs AND logging EQUAL groups)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      continue()
    elseif(logs)
      set(group ${logging})
      math(EXPR logging "${logging} + 1")
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${of}_${group}")
  endforeach()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 takes "a" + std::to_string(b) for a copy without end where more is inlined (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# GCC warns of fixtures in anonymous namespaces of headers, for which it takes the files of a group.
function(mrc_share_fixtures target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# Unit tests of some five files as one. Those of the transport use its namespaces as a whole, and stay among themselves.
function(mrc_unite_tests name)
  set(others ${ARGN})
  set(transport ${ARGN})
  list(FILTER transport INCLUDE REGEX "/transport/")
  list(FILTER others EXCLUDE REGEX "/transport/")
  mrc_unite(${name} transport 15 ${transport})
  mrc_unite(${name} group 44 ${others})
  mrc_share_fixtures(${name})
endfunction()
