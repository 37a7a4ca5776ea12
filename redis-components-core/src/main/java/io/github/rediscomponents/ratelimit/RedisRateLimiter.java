package io.github.rediscomponents.ratelimit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * {@link RateLimiter} whose decisions are a script's: what its policies share.
 */
final class RedisRateLimiter implements RateLimiter {

	private final RedisPort redis;

	private final KeySpace keys;

	private final LiveSettings<RateLimitSettings> settings;

	private final RateLimitListener listener;

	private final Asking asking;

	private final Rejections rejections;

	/** Of the policies that are or were configured. */
	private final Map<String, PolicyLimiter> views = new ConcurrentHashMap<>();

	RedisRateLimiter(RedisPort redis, KeySpace keys, LiveSettings<RateLimitSettings> settings,
			RateLimitListener listener, LongSupplier nanos) {
		this.redis = Checks.notNull("redis", redis);
		this.keys = Checks.notNull("keys", keys);
		this.settings = Checks.notNull("settings", settings);
		this.listener = Listeners.quiet(RateLimitListener.class, RateLimitListener.NONE, listener);
		this.asking = new Asking(redis, nanos);
		this.rejections = new Rejections(nanos);
	}

	@Override
	public List<RatePolicy> policies() {
		return this.settings.get().sorted();
	}

	@Override
	public PolicyLimiter policy(String name) {
		this.settings.get().policy(name);
		return this.views.computeIfAbsent(name,
				(known) -> new RedisPolicyLimiter(this, known, () -> this.settings.get().policy(known)));
	}

	@Override
	public PolicyLimiter policy(RatePolicy policy) {
		Checks.notNull("policy", policy);
		return new RedisPolicyLimiter(this, policy.name(), () -> policy);
	}

	RedisPort redis() {
		return this.redis;
	}

	KeySpace keys() {
		return this.keys;
	}

	RateLimitListener listener() {
		return this.listener;
	}

	Asking asking() {
		return this.asking;
	}

	Rejections rejections() {
		return this.rejections;
	}

}
