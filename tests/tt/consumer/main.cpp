#include <tt/tt.hpp>

int main() {
  tt::Table<tt::Exact<49, 7>> table(1 << 20);
  table.put(42, 7);
  return table.get(42) == 7u ? 0 : 1;
}
