# Toolchain file: Debian's cross-compiler for 64-bit ARM, and the libraries that scripts/test-aarch64 unpacked into
# TESUJI_SYSROOT. Tests run under qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TESUJI_SYSROOT)

# Libraries are those of the target; headers without code are the same for both.
set(CMAKE_FIND_ROOT_PATH ${TESUJI_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu
  -E LD_LIBRARY_PATH=${TESUJI_SYSROOT}/usr/lib/aarch64-linux-gnu
  -E GCONV_PATH=${TESUJI_SYSROOT}/usr/lib/aarch64-linux-gnu/gconv)
# What is linked by name only (-lzstd) is looked for where the linker is told to look, not where CMake looks.
set(CMAKE_EXE_LINKER_FLAGS_INIT -L${TESUJI_SYSROOT}/usr/lib/aarch64-linux-gnu)
