# Compiles and runs the example program of docs/guide/table.md, against include/ and against the single header.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGV}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${BINARY})
file(MAKE_DIRECTORY ${BINARY}/single/tt)
execute_process(COMMAND ${SOURCE}/scripts/single-header tt/tt.hpp OUTPUT_FILE ${BINARY}/single/tt/tt.hpp
  COMMAND_ERROR_IS_FATAL ANY)

file(READ ${SOURCE}/docs/guide/table.md guide)
set(start "```cpp\n// engine.cpp")
string(FIND "${guide}" "${start}" first)
if(first EQUAL -1)
  message(FATAL_ERROR "docs/guide/table.md has no program that begins with: // engine.cpp")
endif()
math(EXPR first "${first} + 7")
string(SUBSTRING "${guide}" ${first} -1 program)
string(FIND "${program}" "\n```" length)
string(SUBSTRING "${program}" 0 ${length} program)
file(WRITE ${BINARY}/engine.cpp "${program}\n")
# Every header, and every layout with every operation.
file(WRITE ${BINARY}/all.cpp [=[
#include <tt/snapshot.hpp>
#include <tt/tt.hpp>
template <class Layout, class Policy>
void use(Policy policy, typename Layout::Entry entry) {
  tt::Table<Layout, Policy> table(std::uint64_t{2} << 20, policy, tt::Pages::Huge, tt::kGrowing);
  table.store(1, entry);
  static_cast<void>(table.probe(1));
  table.prefetch(1);
  table.probe_many(std::array<std::uint64_t, 2>{1, 2}, [](std::size_t, const auto&) {});
  table.resize(std::uint64_t{1} << 20);
  table.shrink(std::uint64_t{1} << 20);
  table.grow_if_full();
  table.clear();
  static_cast<void>(table.fill());
}
int main() {
  use<tt::Bound>(tt::RuntimeReplacement("aging"), {.move = 1, .bound = tt::BoundKind::Exact});
  use<tt::Bound>(tt::TwoTier{}, {.move = 1, .bound = tt::BoundKind::Exact});
  use<tt::Proof>(tt::RuntimeReplacement(), {});
  use<tt::Exact<49, 7>>(tt::Always{}, {3});
  use<tt::Exact<40, 9, 2>>(tt::Always{}, {3});
}
]=])

set(compilers ${COMPILER})
find_program(clang NAMES clang++ clang++-14)
if(clang)
  list(APPEND compilers ${clang})
endif()
list(REMOVE_DUPLICATES compilers)
set(flags -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -pthread)
foreach(compiler IN LISTS compilers)
  run(${compiler} ${flags} -O1 -I${SOURCE}/include ${BINARY}/engine.cpp -o ${BINARY}/engine)
  run(${BINARY}/engine)
  run(${compiler} ${flags} -O1 -I${BINARY}/single ${BINARY}/engine.cpp -o ${BINARY}/engine-single)
  run(${BINARY}/engine-single)
  run(${compiler} ${flags} -fsyntax-only -I${SOURCE}/include ${BINARY}/all.cpp)
  run(${compiler} ${flags} -fsyntax-only -DNDEBUG -I${SOURCE}/include ${BINARY}/all.cpp)
endforeach()
