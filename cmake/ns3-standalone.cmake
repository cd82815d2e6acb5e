# SPDX-License-Identifier: GPL-2.0-only
#
# build_lib() and build_lib_example() against an installed ns-3, with the arguments that ns-3's own
# have in every release from 3.37 on. Also mrc_add_unit_tests(), for GoogleTest programs.

find_package(ns3 QUIET PATH_SUFFIXES lib64/cmake/ns3) # there in the wheel, on Debian too
if(NOT ns3_FOUND)
  message(FATAL_ERROR "mrc: no installed ns-3 was found.\n"
                      "On Debian: apt-get install libns3-dev ns3\n"
                      "Elsewhere: -DCMAKE_PREFIX_PATH=PREFIX, the prefix of an ns-3 made with 'cmake --install'"
  )
endif()
if(NOT ns3_VERSION MATCHES "dev" AND ns3_VERSION VERSION_LESS 3.37)
  message(FATAL_ERROR "mrc: ns-3 ${ns3_VERSION} from ${ns3_DIR} is too old, 3.37 is needed")
endif()
message(STATUS "mrc: ns-3 ${ns3_VERSION} from ${ns3_DIR}")

# Keeps the entries of a target's list property that exist on this machine. Debian's 3.37-2 exports
# paths of development packages that it does not depend on; CMake and ninja stop at each of them.
function(mrc_drop_missing_paths target property)
  get_target_property(entries ${target} ${property})
  if(NOT entries)
    return()
  endif()
  set(kept)
  foreach(entry IN LISTS entries)
    if(NOT IS_ABSOLUTE "${entry}" OR EXISTS "${entry}")
      list(APPEND kept "${entry}")
    endif()
  endforeach()
  # as -isystem these two would hide the compiler's own order of directories
  list(REMOVE_ITEM kept /usr /usr/include)
  set_property(TARGET ${target} PROPERTY ${property} "${kept}")
endfunction()

# Defines libNAME for each ns-3 module; its target is ns3::libNAME up to 3.42, ns3::NAME from 3.43.
get_directory_property(imported_targets IMPORTED_TARGETS)
foreach(target IN LISTS imported_targets)
  get_target_property(kind ${target} TYPE)
  if(kind MATCHES "^(SHARED|STATIC)_LIBRARY$" AND target MATCHES "^ns3::(lib)?(.+)$")
    set(lib${CMAKE_MATCH_2} ${target})
    mrc_drop_missing_paths(${target} INTERFACE_INCLUDE_DIRECTORIES)
    mrc_drop_missing_paths(${target} INTERFACE_LINK_LIBRARIES)
  endif()
endforeach()

# Which libraries has a file to be linked with? Those of the modules of the headers that it includes: NAME of
# ns3/NAME-module.h, or the module with a NAME-module.h that includes the header. A change of the file has
# CMake run again.
function(mrc_modules_of file result)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  get_target_property(folders ${libcore} INTERFACE_INCLUDE_DIRECTORIES)
  file(GLOB module_headers /usr/include/ns3/*-module.h /usr/local/include/ns3/*-module.h)
  foreach(folder IN LISTS folders)
    file(GLOB more ${folder}/ns3/*-module.h)
    list(APPEND module_headers ${more})
  endforeach()
  list(REMOVE_DUPLICATES module_headers)
  file(STRINGS ${file} includes REGEX "^ *# *include *[\"<]ns3/[a-z0-9-]+\\.h[\">]")
  set(found)
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*ns3/([a-z0-9-]+\\.h).*" "\\1" header ${include})
    foreach(module_header IN LISTS module_headers)
      get_filename_component(name ${module_header} NAME)
      string(REGEX REPLACE "-module\\.h$" "" module ${name})
      if(NOT header STREQUAL name)
        file(STRINGS ${module_header} lines REGEX "[\"/]${header}[\">]")
      endif()
      if((header STREQUAL name OR lines) AND DEFINED lib${module})
        list(APPEND found ${lib${module}})
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${result} ${found} PARENT_SCOPE)
endfunction()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
endif()
if(NOT CMAKE_CXX_STANDARD) # what that ns-3's own headers are written in
  if(ns3_VERSION MATCHES "dev")
    set(CMAKE_CXX_STANDARD 23)
  elseif(ns3_VERSION VERSION_LESS 3.41)
    set(CMAKE_CXX_STANDARD 17)
  elseif(ns3_VERSION VERSION_LESS 3.46)
    set(CMAKE_CXX_STANDARD 20)
  else()
    set(CMAKE_CXX_STANDARD 23)
  endif()
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(MRC_FUZZ "Have the target mrc-fuzz: libFuzzer programs, which need clang" OFF)
option(MRC_WERROR "Treat the warnings of this module's files as errors" OFF)
option(MRC_CHECK_OWNERS "End a run in which a node touches another node's state" OFF)
if(MRC_CHECK_OWNERS)
  add_compile_definitions(MRC_CHECK_OWNERS)
endif()
add_compile_options(-Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
  # false for "a" + std::to_string(b) from C++20 on (GCC bug 105545); ns-3's own build has the same
  add_compile_options(-Wno-restrict)
endif()
if(MRC_WERROR)
  add_compile_options(-Werror)
endif()

find_program(MRC_CCACHE ccache)
if(MRC_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without these two it leaves files with a precompiled header to the compiler. By the compiler's own list
  # of headers (CCACHE_DEPEND) it need not preprocess a file that is new: a fifth of the time.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 ${MRC_CCACHE}
  )
endif()

set(MRC_PCH OFF CACHE STRING "Precompile headers for the module too, not only for its tests. MORE: its own as well")
option(MRC_UNITY "Compile some twenty of the module's files as one: quicker from nothing, slower after a change" OFF)
set(MRC_UNITE_TESTS ON CACHE STRING
    "Compile some five unit tests as one: half of the time from nothing. ALL: suites and what tests share, too"
)
set(MRC_TEST_FLAGS -O1 CACHE STRING "Further flags of the compiler for the suites and unit tests")
set(MRC_TEST_CLANG "" CACHE FILEPATH "A clang that compiles suites and unit tests in the place of GCC")

# mrc_test_by_clang(TARGET): clang compiles it in the place of GCC, if MRC_TEST_CLANG is one: in half of the time. CI does
# so. The library, which is tested, is GCC's all the same.
function(mrc_test_by_clang target)
  if(MRC_TEST_CLANG AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    if(MRC_CCACHE)
      set(launcher ${MRC_CCACHE})
    else()
      set(launcher env)
    endif()
    set_target_properties(
      ${target} PROPERTIES MRC_BY_CLANG ON CXX_COMPILER_LAUNCHER
                           "sh;${PROJECT_SOURCE_DIR}/cmake/compile-by-clang.sh;${MRC_TEST_CLANG};${launcher}"
    )
  endif()
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/precompile.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/unite.cmake)

include(GNUInstallDirs)
enable_testing()
find_package(GTest QUIET)
option(MRC_UNIT_TESTS "Build the GoogleTest programs" ${GTest_FOUND})
option(MRC_PYTHON_TESTS "Test the module from Python; needs ns-3's wheel" OFF)

function(build_lib)
  cmake_parse_arguments(
    LIB
    "IGNORE_PCH"
    "LIBNAME"
    "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES"
    ${ARGN}
  )
  # one flat ns3/ folder, as an installed ns-3 has it
  set(flat ${CMAKE_HEADER_OUTPUT_DIRECTORY})
  set(module_header "#pragma once\n")
  foreach(header IN LISTS LIB_HEADER_FILES)
    get_filename_component(name ${header} NAME)
    file(GENERATE OUTPUT ${flat}/${name}
         CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\" // IWYU pragma: export\n"
    )
    string(APPEND module_header "#include \"ns3/${name}\"\n")
  endforeach()
  file(GENERATE OUTPUT ${flat}/${LIB_LIBNAME}-module.h CONTENT "${module_header}")

  if(NOT LIB_SOURCE_FILES) # headers alone still make a library that can be linked
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${LIB_LIBNAME}.cc CONTENT "")
    set(LIB_SOURCE_FILES ${PROJECT_BINARY_DIR}/${LIB_LIBNAME}.cc)
  endif()
  add_library(${LIB_LIBNAME} SHARED ${LIB_SOURCE_FILES})
  if(MRC_UNITY)
    mrc_unite_library(${LIB_LIBNAME} ${LIB_SOURCE_FILES})
  endif()
  target_include_directories(
    ${LIB_LIBNAME} PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                          $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  )
  target_link_libraries(${LIB_LIBNAME} PUBLIC ${LIB_LIBRARIES_TO_LINK})
  if(MRC_PCH)
    mrc_precompile(${LIB_LIBNAME})
  endif()
  install(TARGETS ${LIB_LIBNAME} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${LIB_HEADER_FILES} ${flat}/${LIB_LIBNAME}-module.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3
  )

  if(LIB_TEST_SOURCES)
    set(runner ${LIB_LIBNAME}-test-runner)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${runner}.cc
         CONTENT "#include \"ns3/test.h\"\n\nint\nmain(int argc, char* argv[])\n{\n    return ns3::TestRunner::Run(argc, argv);\n}\n"
    )
    add_executable(${runner} ${PROJECT_BINARY_DIR}/${runner}.cc ${LIB_TEST_SOURCES})
    target_compile_definitions(
      ${runner} PRIVATE NS_TEST_SOURCEDIR="${CMAKE_CURRENT_SOURCE_DIR}/test"
    )
    target_link_libraries(${runner} PRIVATE ${LIB_LIBNAME})
    target_compile_options(${runner} PRIVATE ${MRC_TEST_FLAGS})
    mrc_test_by_clang(${runner})
    mrc_precompile(${runner})
    if(MRC_UNITE_TESTS STREQUAL "ALL")
      mrc_unite(${runner} suites 10 ${LIB_TEST_SOURCES})
      mrc_share_fixtures(${runner})
    endif()
    list(FILTER LIB_TEST_SOURCES INCLUDE REGEX "-test-suite\\.cc$") # others hold cases of these
    foreach(source IN LISTS LIB_TEST_SOURCES)
      get_filename_component(suite ${source} NAME_WE)
      string(REGEX REPLACE "-test-suite$" "" suite ${suite})
      add_test(NAME ${suite} COMMAND ${runner} --suite=${suite} --verbose
               WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
      )
      set_tests_properties(${suite} PROPERTIES TIMEOUT 900)
    endforeach()
  endif()

  set(lib${LIB_LIBNAME} ${LIB_LIBNAME})
  set(MRC_LIBRARY ${LIB_LIBNAME})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt)
    add_subdirectory(examples)
  endif()
  if(MRC_SCRIPT AND EXISTS ${MRC_SCRIPT}) # a user's own, built on demand: ./mrc run FILE.cc
    mrc_modules_of(${MRC_SCRIPT} modules)
    build_lib_example(
      NAME script SOURCE_FILES ${MRC_SCRIPT} LIBRARIES_TO_LINK ${libcore} ${libnetwork} ${modules}
    )
    set_target_properties(
      script PROPERTIES EXCLUDE_FROM_ALL ON RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/script
    )
  endif()
endfunction()

function(build_lib_example)
  cmake_parse_arguments(
    EXAMPLE "IGNORE_PCH" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN}
  )
  add_executable(${EXAMPLE_NAME} ${EXAMPLE_SOURCE_FILES})
  # as a script elsewhere has it: with the installed headers alone
  set_property(TARGET ${EXAMPLE_NAME} PROPERTY INCLUDE_DIRECTORIES "")
  target_link_libraries(${EXAMPLE_NAME} PRIVATE ${MRC_LIBRARY} ${EXAMPLE_LIBRARIES_TO_LINK})
endfunction()

function(mrc_add_unit_tests name)
  if(NOT MRC_UNIT_TESTS OR NOT ARGN)
    return()
  endif()
  if(NOT GTest_FOUND)
    message(FATAL_ERROR "mrc: GoogleTest is missing: apt-get install libgtest-dev")
  endif()
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE mrc GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${MRC_TEST_FLAGS})
  mrc_test_by_clang(${name})
  list(LENGTH ARGN number)
  if(number GREATER 8) # the header itself takes as long as some files
    mrc_precompile(${name} <gtest/gtest.h>)
    if(MRC_UNITE_TESTS)
      mrc_unite_tests(${name} ${ARGN})
    endif()
  endif()
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
endfunction()

# mrc_link_modules(TARGET MODULES...): links modules of ns-3 to a test that may not be there. By their
# names: a variable in CMakeLists.txt has a tree build its module, and netanim's needs Wi-Fi and LTE.
function(mrc_link_modules target)
  if(TARGET ${target})
    foreach(module IN LISTS ARGN)
      target_link_libraries(${target} PRIVATE ${lib${module}}) # what is not there is empty
    endforeach()
  endif()
endfunction()

# mrc_add_python_test(NAME SCRIPT PROGRAM_SOURCE [ARGUMENTS]): runs the Python script with the path
# of the built program and the further arguments. A script that misses a package exits with 77,
# which counts as skipped.
function(mrc_add_python_test name script source)
  if(NOT MRC_UNIT_TESTS)
    return()
  endif()
  get_filename_component(program ${source} NAME_WE)
  add_executable(${program} ${source})
  target_link_libraries(${program} PRIVATE mrc)
  target_compile_options(${program} PRIVATE ${MRC_TEST_FLAGS})
  mrc_test_by_clang(${program})
  mrc_add_check(${name} ${script} ${program} ${ARGN})
endfunction()

# mrc_add_check(NAME SCRIPT TARGET): the same with a program that is built anyway
function(mrc_add_check name script target)
  if(NOT MRC_UNIT_TESTS)
    return()
  endif()
  add_test(NAME ${name} COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/${script}
                                $<TARGET_FILE:${target}> ${ARGN}
  )
  set_tests_properties(${name} PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
endfunction()

# mrc_add_script_test(NAME SCRIPT): runs the Python script; 77 counts as skipped. No program of the build runs
# in such a test, so that a sanitizer would see nothing.
function(mrc_add_script_test name script)
  if(NOT MRC_UNIT_TESTS OR CMAKE_CXX_FLAGS MATCHES "fsanitize")
    return()
  endif()
  add_test(NAME ${name} COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/${script})
  set_tests_properties(${name} PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
endfunction()

# mrc_audit_tests(): has each network of each test of this folder check that no frame was made or lost [frames-conserved].
function(mrc_audit_tests)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test IN LISTS tests)
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "NS_GLOBAL_VALUE=MrcAudit=true")
  endforeach()
endfunction()

# mrc_add_example_test(NAME SCRIPT): runs the Python script with the folder of the built examples.
function(mrc_add_example_test name script)
  if(MRC_UNIT_TESTS)
    add_test(NAME ${name} COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/${script}
                                  ${PROJECT_BINARY_DIR}/examples
    )
    set_tests_properties(${name} PROPERTIES TIMEOUT 900)
  endif()
endfunction()
