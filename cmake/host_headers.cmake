# For targets that Debian has no libraries for (WebAssembly, Windows): the header-only libraries of the build machine, and
# nothing else of its /usr/include.

# tesuji_host_headers(FOLDERS... [KEEP OPTIONS...]): makes ${host_include} and the targets fmt::fmt and nlohmann_json.
# OPTIONS make the compiler keep functions that are not called.
function(tesuji_host_headers)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "KEEP")
  set(host_include ${CMAKE_BINARY_DIR}/host-include)
  file(MAKE_DIRECTORY ${host_include})
  foreach(library IN LISTS arg_UNPARSED_ARGUMENTS)
    if(NOT EXISTS /usr/include/${library})
      message(FATAL_ERROR "/usr/include/${library} is missing; run scripts/install-packages build")
    endif()
    file(CREATE_LINK /usr/include/${library} ${host_include}/${library} SYMBOLIC)
  endforeach()
  # Header-only, every file that formats anything would take twice as long to compile; so one file takes the header's
  # functions, and is told to keep those that it does not call itself.
  file(WRITE ${CMAKE_BINARY_DIR}/fmt.cpp "#define FMT_HEADER_ONLY\n#include <fmt/format.h>\n")
  add_library(fmt STATIC ${CMAKE_BINARY_DIR}/fmt.cpp)
  target_compile_options(fmt PRIVATE ${arg_KEEP} -O0)  # an optimiser drops them again
  target_include_directories(fmt SYSTEM PUBLIC ${host_include})
  add_library(fmt::fmt ALIAS fmt)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
  target_include_directories(nlohmann_json::nlohmann_json SYSTEM INTERFACE ${host_include})
endfunction()
