# What Debian's emscripten needs to be told.

# Exceptions carry errors to the user: the browser's own are free until thrown.
add_compile_options(-fwasm-exceptions)
add_link_options(-fwasm-exceptions)
option(TESUJI_WASM_THREADS "Threads over shared memory" OFF)
if(TESUJI_WASM_THREADS)
  add_compile_options(-pthread)
  add_link_options(-pthread)
endif()

# Header-only libraries of the build machine, and nothing else of its /usr/include.
set(host_include ${CMAKE_BINARY_DIR}/host-include)
file(MAKE_DIRECTORY ${host_include})
foreach(library fmt nlohmann)
  file(CREATE_LINK /usr/include/${library} ${host_include}/${library} SYMBOLIC)
endforeach()
# Debian has fmt's library for the build machine only. Header-only, every file that formats anything would take twice as
# long to compile; so one file takes the header's functions, and is told to keep those that it does not call itself.
file(WRITE ${CMAKE_BINARY_DIR}/fmt.cpp "#define FMT_HEADER_ONLY\n#include <fmt/format.h>\n")
add_library(fmt STATIC ${CMAKE_BINARY_DIR}/fmt.cpp)
target_compile_options(fmt PRIVATE -femit-all-decls -O0)  # an optimiser drops them again
target_include_directories(fmt SYSTEM PUBLIC ${host_include})
add_library(fmt::fmt ALIAS fmt)
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
target_include_directories(nlohmann_json::nlohmann_json SYSTEM INTERFACE ${host_include})

# The platform file has no test for them; -pthread above is all there is to it.
add_library(Threads::Threads INTERFACE IMPORTED)
