// <windows.h> without the macros that clash with the standard library, and without its old sockets.
#pragma once

#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#if !defined(WIN32_LEAN_AND_MEAN)
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

// Keywords of 16-bit compilers, which it defines away; its other headers go on with the names in capitals.
#undef near
#undef far
#undef NEAR
#undef FAR
#define NEAR
#define FAR
