// Nothing is forbidden to root: a test of permissions that root runs becomes nobody for a while.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace tesuji::test {

class Unprivileged {
 public:
  // Gives the folder to nobody, and everything in it.
  explicit Unprivileged(const std::filesystem::path& folder) : root_(geteuid() == 0) {
    if (!root_) return;
    bool given = give(folder);
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder))
      given = give(file.path()) && given;
    if (!given || seteuid(kNobody) != 0) ADD_FAILURE() << "cannot give up root's rights";
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;
  ~Unprivileged() {
    if (root_ && seteuid(0) != 0) ADD_FAILURE() << "cannot take root's rights back";
  }

 private:
  static constexpr uid_t kNobody = 65534;
  static bool give(const std::filesystem::path& path) {
    return lchown(path.c_str(), kNobody, static_cast<gid_t>(kNobody)) == 0;
  }

  bool root_;
};

}  // namespace tesuji::test
