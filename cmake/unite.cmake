# SPDX-License-Identifier: GPL-2.0-only

# mrc_unite(TARGET NAME GROUPS SOURCE...): the sources are compiled as so many groups of that name, each as one file.
# What they all include is then read once. A source stays in its group when others come or go, as its name decides.
# Names in anonymous namespaces must differ inside of a group. A file that uses a namespace as a whole does so for those
# behind it. Sources that log need mrc_unite_library.
function(mrc_unite target of groups)
  if(CMAKE_VERSION VERSION_LESS 3.18)
    return()
  endif()
  foreach(source IN LISTS ARGN)
    get_filename_component(name ${source} NAME_WE)
    string(MD5 hash ${name})
    string(SUBSTRING ${hash} 0 4 digits)
    math(EXPR group "0x${digits} % ${groups}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${of}_${group}")
  endforeach()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 takes "a" + std::to_string(b) for a copy without end where more is inlined (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# mrc_unite_library(TARGET SOURCE...): the same with sources of the library. Each of those that log has a component of
# the same name, g_log, which becomes another name in each.
function(mrc_unite_library target)
  if(CMAKE_VERSION VERSION_LESS 3.20)
    return()
  endif()
  mrc_unite(${target} group 24 ${ARGN})
  set_target_properties(
    ${target} PROPERTIES UNITY_BUILD_UNIQUE_ID MRC_SOURCE
                         UNITY_BUILD_CODE_BEFORE_INCLUDE "#define g_log MRC_SOURCE"
  )
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
