package io.github.rediscomponents.ratelimit;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * {@link RateLimiter} whose decisions are one script's.
 */
final class RedisRateLimiter implements RateLimiter {

	private final RedisPort redis;

	private final KeySpace keys;

	private final LiveSettings<RateLimitSettings> settings;

	RedisRateLimiter(RedisPort redis, KeySpace keys, LiveSettings<RateLimitSettings> settings) {
		this.redis = Checks.notNull("redis", redis);
		this.keys = Checks.notNull("keys", keys);
		this.settings = Checks.notNull("settings", settings);
	}

	@Override
	public PolicyLimiter policy(String name) {
		this.settings.get().policy(name);
		return new View(name, () -> this.settings.get().policy(name));
	}

	@Override
	public PolicyLimiter policy(RatePolicy policy) {
		Checks.notNull("policy", policy);
		return new View(policy.name(), () -> policy);
	}

	private final class View implements PolicyLimiter {

		private final String name;

		private final Supplier<RatePolicy> policy;

		View(String name, Supplier<RatePolicy> policy) {
			this.name = name;
			this.policy = policy;
		}

		@Override
		public String name() {
			return this.name;
		}

		@Override
		public Decision tryAcquire(String key, long cost) {
			return attempt(key, cost, true).run(redis());
		}

		@Override
		public CompletionStage<Decision> tryAcquireAsync(String key, long cost) {
			return attempt(key, cost, true).runAsync(redis());
		}

		@Override
		public Decision peek(String key) {
			return attempt(key, 1, false).run(redis());
		}

		@Override
		public void reset(String key) {
			String[] held = attempt(key, 1, false).keys();
			redis().call((commands) -> commands.del(held));
		}

		private Attempt attempt(String key, long cost, boolean charge) {
			return Attempt.of(this.policy.get(), RedisRateLimiter.this.keys, key, cost, charge);
		}

		private RedisPort redis() {
			return RedisRateLimiter.this.redis;
		}

	}

}
