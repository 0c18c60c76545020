# What Debian's emscripten needs to be told.

# Exceptions carry errors to the user: the browser's own are free until thrown.
add_compile_options(-fwasm-exceptions)
add_link_options(-fwasm-exceptions)
# 128-bit vectors, which every browser with those exceptions has but Safari before 16.4.
add_compile_options(-msimd128)
add_link_options(-msimd128)
option(TESUJI_WASM_THREADS "Threads over shared memory" OFF)
if(TESUJI_WASM_THREADS)
  add_compile_options(-pthread)
  add_link_options(-pthread)
endif()

include(cmake/host_headers.cmake)
tesuji_host_headers(fmt nlohmann KEEP -femit-all-decls)

# The platform file has no test for them; -pthread above is all there is to it.
add_library(Threads::Threads INTERFACE IMPORTED)
