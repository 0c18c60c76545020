// The built page as the server hands it out.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "server/running.hpp"
#include "server/static_files.hpp"

namespace tesuji::testing {
namespace {

namespace fs = std::filesystem;

class Page : public ::testing::Test {
 protected:
  Page() {
    fs::create_directories(folder_ / "page/assets");
    write("page/index.html", "<title>Tesuji</title>");
    write("page/assets/engine.wasm", "wasm");
    write("secret.txt", "secret");
    server::Options options;
    options.page = folder_ / "page";
    server_.emplace(options);
  }
  ~Page() override {
    server_.reset();
    fs::remove_all(folder_);
  }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("tesuji-page-" + std::to_string(std::random_device()()));
  std::optional<RunningServer> server_;
};

TEST_F(Page, ServesThePageAndNothingBesideIt) {
  EXPECT_EQ(server_->get("/").body, "<title>Tesuji</title>");
  EXPECT_EQ(server_->get("/?game=chess").body, "<title>Tesuji</title>");
  EXPECT_EQ(server_->get("/").header("cache-control"), "no-cache");
  const Reply asset = server_->get("/assets/engine.wasm");
  EXPECT_EQ(asset.header("content-type"), "application/wasm");
  EXPECT_EQ(asset.header("cache-control"), "max-age=31536000, immutable");
  for (const char* path : {"/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt",
                           "/..%2fsecret.txt", "//../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt",
                           "/assets", "/assets/", "/%00index.html", "/%"}) {
    EXPECT_EQ(server_->get(path).status, 404) << path;
  }
}

TEST_F(Page, HeadHasTheHeadersAlone) {
  Connection connection(server_->port());
  connection.send(request_text("HEAD", "/"));
  const Reply head = connection.reply(true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("content-length"), "21");
  connection.send(request_text("GET", "/"));
  EXPECT_EQ(connection.reply().body, "<title>Tesuji</title>");
}

TEST_F(Page, ServesCompressedFilesToThoseWhoTakeThem) {
  write("page/index.html.br", "as brotli");
  write("page/index.html.gz", "as gzip");
  const Reply brotli = server_->get("/", {{"Accept-Encoding", "gzip, deflate, br, zstd"}});
  EXPECT_EQ(brotli.body, "as brotli");
  EXPECT_EQ(brotli.header("content-encoding"), "br");
  EXPECT_EQ(brotli.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(brotli.header("vary"), "Accept-Encoding");
  EXPECT_EQ(server_->get("/", {{"Accept-Encoding", "gzip"}}).body, "as gzip");
  EXPECT_EQ(server_->get("/", {{"Accept-Encoding", "br;q=0, gzip;q=0.5"}}).body, "as gzip");
  const Reply plain = server_->get("/");
  EXPECT_EQ(plain.body, "<title>Tesuji</title>");
  EXPECT_EQ(plain.header("content-encoding"), "");
  EXPECT_NE(plain.header("etag"), brotli.header("etag"));
  // One that is older than the file belongs to an earlier build.
  fs::last_write_time(folder_ / "page/index.html.br",
                      fs::last_write_time(folder_ / "page/index.html") - std::chrono::hours(1));
  EXPECT_EQ(server_->get("/", {{"Accept-Encoding", "br"}}).body, "<title>Tesuji</title>");
}

TEST_F(Page, CompressesNothingByItself) {
  write("page/assets/long.js", std::string(100'000, 'x'));
  const Reply reply = server_->get("/assets/long.js", {{"Accept-Encoding", "br, gzip"}});
  EXPECT_EQ(reply.header("content-encoding"), "");
  EXPECT_EQ(reply.body.size(), 100'000);
}

TEST_F(Page, SaysWhenNothingChanged) {
  const std::string etag = server_->get("/").header("etag");
  ASSERT_FALSE(etag.empty());
  EXPECT_EQ(server_->get("/", {{"If-None-Match", etag}}).status, 304);
  EXPECT_EQ(server_->get("/", {{"If-None-Match", "\"x\", W/" + etag}}).status, 304);
  EXPECT_EQ(server_->get("/", {{"If-None-Match", "\"x\""}}).status, 200);
  write("page/index.html", "<title>Another</title>");
  const Reply changed = server_->get("/", {{"If-None-Match", etag}});
  EXPECT_EQ(changed.status, 200);
  EXPECT_EQ(changed.body, "<title>Another</title>");
}

TEST_F(Page, RepeatedRangesAreOneResponseOfTheWholeFile) {
  write("page/assets/long.js", std::string(100'000, 'x'));
  std::string ranges = "bytes=0-99999";
  for (int i = 0; i < 100; ++i) ranges += ",0-99999";
  const Reply reply = server_->get("/assets/long.js", {{"Range", ranges}});
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body.size(), 100'000);
}

}  // namespace
}  // namespace tesuji::testing
