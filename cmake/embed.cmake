# cmake -DFROM=FILE -DTO=FILE.cpp -DNAME=game::kName -P embed.cmake: a file as a string_view of the program.
cmake_path(GET FROM FILENAME file_name)
file(READ ${FROM} bytes HEX)
file(SIZE ${FROM} size)
# Lines of 64 bytes, each byte as an escape.
string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
string(REPEAT "...." 64 line)
string(REGEX REPLACE "(${line})" "\\1\"\n\"" bytes "${bytes}")
string(REGEX MATCH "^(.*)::(.*)$" whole ${NAME})
file(WRITE ${TO} "// ${file_name}, by cmake/embed.cmake
#include <string_view>
#pragma GCC diagnostic ignored \"-Woverlength-strings\"
namespace tesuji::${CMAKE_MATCH_1} {
extern const std::string_view ${CMAKE_MATCH_2};
const std::string_view ${CMAKE_MATCH_2}(\"${bytes}\", ${size});
}  // namespace tesuji::${CMAKE_MATCH_1}
")
