// Used instead of redis.cpp in builds without hiredis, for example on Windows.
#include "queue/redis.hpp"

namespace tesuji::queue {

void Redis::Free::operator()(redisContext*) const {}

Redis::Redis(const RedisAddress& address) : address_(address) {
  throw Error("this build has no Redis client; use --jobs, or a build with hiredis");
}
Redis::~Redis() = default;

RedisReply Redis::command(const Words&) {
  return {};
}
std::vector<RedisReply> Redis::pipeline(const std::vector<Words>&) {
  return {};
}

}  // namespace tesuji::queue
