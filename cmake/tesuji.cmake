# Flags and helpers for every target of ours.

add_library(tesuji_flags INTERFACE)
target_compile_options(tesuji_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  -Wno-missing-field-initializers)  # a member left out of a designated initialiser has its default
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees overruns in the library's own std::string where there are none (its bugs 105329 and 105651), with
  # link-time optimisation when it links.
  set(false_overruns -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
  target_compile_options(tesuji_flags INTERFACE ${false_overruns})
  target_link_options(tesuji_flags INTERFACE ${false_overruns})
endif()
if(CMAKE_UNITY_BUILD)
  # Files that are compiled together see each other's names, and are no main file with unnamed namespaces.
  target_compile_options(tesuji_flags INTERFACE -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tesuji_flags INTERFACE -Wno-subobject-linkage)
  endif()
endif()
if(NOT EMSCRIPTEN AND NOT WIN32)
  # libtesuji.so links the same objects as the program. Link-time optimisation decides again for each of them.
  target_compile_options(tesuji_flags INTERFACE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
endif()
# Which of platform_*.cpp, file_*.cpp and process_*.cpp is compiled.
if(WIN32)
  set(TESUJI_SYSTEM windows)
  # GCC for Windows keeps the stack aligned to 16 bytes only, and yet uses moves for 32 there (its bug 54412).
  target_compile_options(tesuji_flags INTERFACE -Wa,-muse-unaligned-vector-move)
else()
  set(TESUJI_SYSTEM posix)
endif()
if(TESUJI_FUZZ OR CMAKE_BUILD_TYPE STREQUAL "Quick")
  target_compile_options(tesuji_flags INTERFACE -Wno-error)  # with clang; gcc's builds keep the code free of warnings
endif()

if(TESUJI_ARCH STREQUAL "native")
  target_compile_options(tesuji_flags INTERFACE -march=native)
elseif(TESUJI_ARCH STREQUAL "portable")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(tesuji_flags INTERFACE -march=x86-64-v2)
  endif()
else()
  message(FATAL_ERROR "TESUJI_ARCH is native or portable, not '${TESUJI_ARCH}'")
endif()

if(TESUJI_SANITIZE)
  # A null pointer that is followed ends the test without a check at each dereference, and nothing here casts down to a
  # class: without these two the build takes a seventh less.
  target_compile_options(tesuji_flags INTERFACE -fsanitize=${TESUJI_SANITIZE} -fno-sanitize=null,vptr -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(tesuji_flags INTERFACE -fsanitize=${TESUJI_SANITIZE})
endif()

# The tests are some 150 programs: GNU ld takes a second for each.
find_program(TESUJI_MOLD mold)
if(TESUJI_MOLD AND CMAKE_BUILD_TYPE MATCHES "^(Dev|Quick)$")
  target_link_options(tesuji_flags INTERFACE -fuse-ld=mold)
endif()

if(TESUJI_LTO)
  include(CheckIPOSupported)
  check_ipo_supported()
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# tesuji_unoptimised(TARGET): in the Dev builds (dev, asan, tsan) TARGET is compiled without optimisation, in half the time.
# For code that calls what computes and computes little itself.
function(tesuji_unoptimised target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Dev>:-O0>)
endfunction()

# tesuji_library(NAME SOURCES... [LINK LIBS...] [UNOPTIMISED]): a static library of ours; includes are written from src/ and
# include/. UNOPTIMISED as in tesuji_unoptimised.
function(tesuji_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "UNOPTIMISED" "" "LINK")
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC tesuji::tt tesuji_flags ${arg_LINK})
  if(arg_UNOPTIMISED)
    tesuji_unoptimised(${name})
    tesuji_headers(${name} UNOPTIMISED)
  elseif(NOT name STREQUAL "tesuji-base")
    tesuji_headers(${name})
  endif()
endfunction()

# tesuji_embed(TARGET FILE NAME): the file's bytes as the std::string_view tesuji::NAME.
function(tesuji_embed target file name)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
  set(from ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  set(to ${CMAKE_CURRENT_BINARY_DIR}/${file}.cpp)
  add_custom_command(OUTPUT ${to} DEPENDS ${from} ${script} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DFROM=${from} -DTO=${to} -DNAME=${name} -P ${script})
  set_source_files_properties(${to} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${to})
endfunction()

# tesuji_headers(TARGET [UNOPTIMISED]): TARGET takes the standard library's headers compiled, with the flags it has itself.
function(tesuji_headers target)
  if("UNOPTIMISED" IN_LIST ARGN AND CMAKE_BUILD_TYPE STREQUAL "Dev")
    target_precompile_headers(${target} REUSE_FROM tesuji-headers-unoptimised)
  else()
    target_precompile_headers(${target} REUSE_FROM tesuji-base)
  endif()
endfunction()

# tesuji_test(NAME SOURCES... [LINK LIBS...] [ALSO asan|tsan...] [ALWAYS] [OPTIMISED]): a GoogleTest program, run in the dev
# build, and in the sanitizer builds that ALSO names. With TESUJI_TEST_ONCE the dev build leaves those for asan to that
# build, except for those that say ALWAYS, because they measure memory. OPTIMISED is for tests that compute much in their
# own files, be it in templates such as the table; the others are compiled as tesuji_unoptimised says.
function(tesuji_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALWAYS;OPTIMISED" "" "LINK;ALSO")
  set(target test-${name})
  set(left_out OFF)
  if(TESUJI_TEST_ONCE AND NOT TESUJI_SANITIZE AND NOT arg_ALWAYS AND "asan" IN_LIST arg_ALSO)
    set(left_out ON)
  endif()
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ${left_out})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${target} PRIVATE tesuji::tt tesuji_flags ${arg_LINK} GTest::gtest_main)
  if(arg_OPTIMISED)
    target_precompile_headers(${target} REUSE_FROM tests-headers-optimised)
  else()
    tesuji_unoptimised(${target})
    target_precompile_headers(${target} REUSE_FROM tests-headers)
  endif()
  if(NOT left_out)
    add_test(NAME ${name} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_ALSO}")
    add_dependencies(tests-all ${target})
  endif()
  foreach(sanitizer IN LISTS arg_ALSO)
    add_dependencies(tests-${sanitizer} ${target})
  endforeach()
endfunction()
