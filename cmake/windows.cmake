# Windows by Debian's mingw-w64: header-only libraries of the build machine, and everything linked in, so that one file is
# the program. Without zstd, cairo, hiredis and Fathom, which Debian does not have for Windows.
include(cmake/host_headers.cmake)
tesuji_host_headers(fmt nlohmann CLI boost KEEP -fkeep-inline-functions)
add_library(CLI11::CLI11 INTERFACE IMPORTED GLOBAL)
target_include_directories(CLI11::CLI11 SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/host-include)
include_directories(SYSTEM ${CMAKE_BINARY_DIR}/host-include)
add_compile_definitions(_WIN32_WINNT=0x0A00 NOMINMAX WIN32_LEAN_AND_MEAN)
add_compile_options(-Wno-error=attributes)
add_link_options(-static -Wl,--wrap=mbrtowc)  # src/base/narrow_names_windows.cpp
enable_language(RC)
