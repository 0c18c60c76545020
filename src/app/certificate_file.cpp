#include "app/certificate_file.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/size.hpp"
#include "engine/authoring.hpp"

#if defined(TT_ZSTD)
#include <zstd.h>
#endif

namespace tesuji::app {

namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;  // of a certificate's text
constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";

std::string compress(const std::string& text) {
#if defined(TT_ZSTD)
  constexpr int kLevel = 19;
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw Error(fmt::format("cannot compress: {}", ZSTD_getErrorName(size)));
  packed.resize(size);
  return packed;
#else
  (void)text;
  throw Error("cannot compress: this was built without zstd (use a file name without .zst)");
#endif
}

std::string decompress(const std::string& path, const std::string& packed) {
#if defined(TT_ZSTD)
  std::string text;
  std::string block(ZSTD_DStreamOutSize(), '\0');
  ZSTD_DCtx* const context = ZSTD_createDCtx();
  if (context == nullptr) throw Error("cannot decompress: out of memory");
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t left = 0;
  std::string wrong;
  while (in.pos < in.size && wrong.empty()) {
    ZSTD_outBuffer out{block.data(), block.size(), 0};
    left = ZSTD_decompressStream(context, &out, &in);
    if (ZSTD_isError(left) != 0) wrong = ZSTD_getErrorName(left);
    text.append(block, 0, out.pos);
    if (text.size() > kMaxBytes) wrong = "more than " + format_bytes(kMaxBytes);
  }
  ZSTD_freeDCtx(context);
  if (wrong.empty() && left != 0) wrong = "the file ends too early";
  if (!wrong.empty()) throw Error(fmt::format("{}: cannot decompress: {}", path, wrong));
  return text;
#else
  (void)packed;
  throw Error(fmt::format("{}: this was built without zstd (run zstd -d first)", path));
#endif
}

}  // namespace

std::string read_certificate_file(const std::string& path) {
  std::string bytes = read_file(path, kMaxBytes);
  return bytes.starts_with(kMagic) ? decompress(path, bytes) : bytes;
}

std::string write_certificate_file(const engine::Game& game, const engine::Request& request,
                                   const engine::CommonOptions& common, std::uint64_t max_states,
                                   const search::StopFlag& stop, const std::string& path) {
  const engine::Authoring* const authoring = game.authoring();
  if (authoring == nullptr) throw Error(fmt::format("{} has no certificates", game.title()));
  const std::string text = write_certificate(
      with_table_errors([&] { return authoring->certify(request, common, max_states, stop); }));
  const engine::Verification found = authoring->verify(engine::read_certificate(text), stop);
  if (!found.holds) throw Error(fmt::format("no certificate: the proof has a flaw: {}", found.flaw));
  const std::string bytes = path.ends_with(".zst") ? compress(text) : text;
  write_file(path, bytes);
  return fmt::format("certificate: {}, {} states, {} bytes; check it with: tesuji verify {}", path,
                     found.states, bytes.size(), path);
}

}  // namespace tesuji::app
