# SPDX-License-Identifier: GPL-2.0-only
#
# The GoogleTests in a tree of ns-3, where the suite mrc-unit runs them, if GoogleTest is there.

include(${CMAKE_CURRENT_LIST_DIR}/precompile.cmake)

function(mrc_add_unit_suite name)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    message(STATUS "mrc: without GoogleTest (libgtest-dev): the suite mrc-unit runs nothing")
    return()
  endif()
  set(sources ${ARGN})
  list(REMOVE_DUPLICATES sources)
  set(drawing) # libraries of modules that the tree may leave out
  foreach(library libnetanim libmobility)
    if(DEFINED ${library} AND TARGET ${${library}})
      list(APPEND drawing ${${library}})
    endif()
  endforeach()
  list(LENGTH drawing number)
  if(number LESS 2)
    list(FILTER sources EXCLUDE REGEX net-anim)
  endif()
  if(DEFINED libpoint-to-point AND TARGET ${libpoint-to-point})
    list(APPEND drawing ${libpoint-to-point})
  else()
    list(FILTER sources EXCLUDE REGEX point-to-point)
  endif()
  if(DEFINED libcsma AND TARGET ${libcsma})
    list(APPEND drawing ${libcsma})
  else()
    list(FILTER sources EXCLUDE REGEX csma)
  endif()
  if(DEFINED libinternet-apps AND TARGET ${libinternet-apps})
    list(APPEND drawing ${libinternet-apps})
  else()
    list(FILTER sources EXCLUDE REGEX internet-apps)
  endif()
  add_executable(${name} ${sources})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  target_compile_options(${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  target_link_libraries(
    ${name} PRIVATE mrc-validation-parts ${libinternet} ${drawing} GTest::gtest_main
  )
  mrc_precompile(${name} <gtest/gtest.h>)
  if(MRC_UNITY)
    set(united ${sources})
    list(FILTER united EXCLUDE REGEX "/soak/")
    mrc_unite_tests(${name} ${united})
  endif()
  set_source_files_properties(
    test/mrc-unit-test-suite.cc PROPERTIES COMPILE_DEFINITIONS
                                           MRC_UNIT_TESTS="$<TARGET_FILE:${name}>"
  )
  # ns-3 calls the library of the suites libmrc-test up to 3.42, mrc-test from 3.43
  foreach(target libmrc-test mrc-test)
    if(TARGET ${target})
      add_dependencies(${target} ${name})
    endif()
  endforeach()
endfunction()
