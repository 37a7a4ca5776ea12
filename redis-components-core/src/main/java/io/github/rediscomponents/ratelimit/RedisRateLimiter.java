// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.OperationIds;

/**
 * {@link RateLimiter} whose decisions are a script's: what its policies share.
 */
final class RedisRateLimiter implements RateLimiter {

	private final CommandPort redis;

	private final KeySpace keys;

	private final LiveSettings<RateLimitSettings> settings;

	private final DecisionTally observer;

	private final Enforcement enforcement;

	private final Rejections rejections;

	private final OperationIds ids = new OperationIds();

	/** Of the policies that are or were configured. */
	private final Map<String, PolicyLimiter> views = new ConcurrentHashMap<>();

	RedisRateLimiter(CommandPort redis, KeySpace keys, LiveSettings<RateLimitSettings> settings,
			RateLimitObserver observer, LongSupplier nanos) {
		this.redis = Checks.notNull("redis", redis);
		this.keys = Checks.notNull("keys", keys);
		this.settings = Checks.notNull("settings", settings);
		this.observer = new DecisionTally(Listeners.quiet(RateLimitObserver.class, RateLimitObserver.NONE, observer),
				nanos);
		this.enforcement = new Enforcement(redis, nanos);
		this.rejections = new Rejections(nanos);
	}

	@Override
	public List<RatePolicy> policies() {
		return RateLimitSettingsValues.sorted(this.settings.get());
	}

	@Override
	public RateLimitActivity activity() {
		return this.observer.activity();
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

	/**
	 * Returns the last part of the key of an operation that takes effect once.
	 */
	String nextId() {
		return "x" + this.ids.nextText();
	}

	CommandPort redis() {
		return this.redis;
	}

	KeySpace keys() {
		return this.keys;
	}

	RateLimitObserver observer() {
		return this.observer;
	}

	Enforcement enforcement() {
		return this.enforcement;
	}

	Rejections rejections() {
		return this.rejections;
	}

}
