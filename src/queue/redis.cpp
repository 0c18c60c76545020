#include "queue/redis.hpp"

#include <fmt/format.h>
#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <utility>

#include "base/number.hpp"

namespace tesuji::queue {
namespace {

constexpr timeval kConnectTimeout{5, 0};
constexpr timeval kReplyTimeout{60, 0};  // no command here blocks for longer than a second

RedisReply convert(const redisReply& reply) {
  RedisReply out;
  switch (reply.type) {
    case REDIS_REPLY_INTEGER:
      out.kind = RedisReply::Kind::Number;
      out.number = reply.integer;
      break;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
    case REDIS_REPLY_ERROR:
      out.kind = RedisReply::Kind::Text;
      out.text.assign(reply.str, reply.len);
      break;
    case REDIS_REPLY_ARRAY:
      out.kind = RedisReply::Kind::Array;
      for (std::size_t i = 0; i < reply.elements; ++i) out.items.push_back(convert(*reply.element[i]));
      break;
    default:
      break;
  }
  return out;
}

// What the server refuses, in words that say what to do.
[[noreturn]] void refuse(const RedisAddress& address, const std::string& said) {
  const std::string where = "Redis at " + address.shown();
  if (said.starts_with("LOADING")) throw RedisLoading(fmt::format("{}: {}", where, said));
  if (said.starts_with("BUSY ") || said.starts_with("NOGROUP"))
    throw RedisLost(fmt::format("{}: {}", where, said));
  if (said.starts_with("NOAUTH"))
    throw Error(fmt::format("{} wants a password: redis://:PASSWORD@{}", where, address.shown()));
  if (said.starts_with("WRONGPASS") || said.find("invalid password") != std::string::npos ||
      said.find("AUTH <password> called without") != std::string::npos)
    throw Error(fmt::format("{} does not accept this password", where));
  if (said.starts_with("OOM"))
    throw Error(fmt::format(
        "{} has no memory left (its maxmemory); give it more and run the same command again", where));
  if (said.starts_with("MISCONF"))
    throw Error(fmt::format("{} cannot write to its disk; mend that and run the same command again", where));
  throw Error(fmt::format("{} refuses a command: {}", where, said));
}

}  // namespace

void Redis::Free::operator()(redisContext* context) const {
  redisFree(context);
}

Redis::Redis(const RedisAddress& address)
    : address_(address),
      context_(redisConnectWithTimeout(address.host.c_str(), address.port, kConnectTimeout)) {
  if (!context_) throw Error("cannot connect to Redis: allocation failed");
  if (context_->err != 0) lost();
  redisSetTimeout(context_.get(), kReplyTimeout);
  redisEnableKeepAlive(context_.get());
  if (!address_.password.empty()) command({"AUTH", address_.password});
  if (address_.database != 0) command({"SELECT", std::to_string(address_.database)});
  // XAUTOCLAIM came with 6.2.
  const std::string info = command({"INFO", "server"}).text;
  const std::size_t at = info.find("redis_version:");
  if (at == std::string::npos) throw Error(fmt::format("{} does not answer as Redis does", address_.shown()));
  const std::string version = info.substr(at + 14, info.find_first_of("\r\n", at) - at - 14);
  const std::size_t dot = version.find('.');
  const int major = to_number<int>(version.substr(0, dot)).value_or(0);
  const std::string rest = dot == std::string::npos ? "" : version.substr(dot + 1);
  const int minor = to_number<int>(rest.substr(0, rest.find('.'))).value_or(0);
  if (major < 6 || (major == 6 && minor < 2))
    throw Error(fmt::format("Redis at {} has version {}; 6.2 or newer is needed", address_.shown(), version));
}

Redis::~Redis() = default;

void Redis::lost() const {
  if (context_->err == REDIS_ERR_PROTOCOL)
    throw Error(fmt::format("{} does not answer as Redis does", address_.shown()));
  throw RedisLost(
      fmt::format("Redis at {} cannot be reached: {}", address_.shown(),
                  context_->err == REDIS_ERR_EOF ? "it closed the connection" : context_->errstr));
}

void Redis::append(const Words& words) {
  std::vector<const char*> texts;
  std::vector<std::size_t> lengths;
  for (const std::string& word : words) {
    texts.push_back(word.data());
    lengths.push_back(word.size());
  }
  if (redisAppendCommandArgv(context_.get(), static_cast<int>(words.size()), texts.data(), lengths.data()) !=
      REDIS_OK)
    lost();
}

RedisReply Redis::receive() {
  void* raw = nullptr;
  if (redisGetReply(context_.get(), &raw) != REDIS_OK || raw == nullptr) lost();
  const std::unique_ptr<redisReply, void (*)(redisReply*)> reply(
      static_cast<redisReply*>(raw), [](redisReply* each) { freeReplyObject(each); });
  if (reply->type == REDIS_REPLY_ERROR) refuse(address_, std::string(reply->str, reply->len));
  return convert(*reply);
}

RedisReply Redis::command(const Words& words) {
  append(words);
  return receive();
}

std::vector<RedisReply> Redis::pipeline(const std::vector<Words>& commands) {
  for (const Words& words : commands) append(words);
  std::vector<RedisReply> replies;
  // After an error in one of them the connection is not used any more: its replies would answer the wrong
  // command.
  for (std::size_t i = 0; i < commands.size(); ++i) replies.push_back(receive());
  return replies;
}

}  // namespace tesuji::queue
