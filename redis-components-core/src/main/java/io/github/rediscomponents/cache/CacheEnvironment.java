package io.github.rediscomponents.cache;

import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.ServerClock;
import io.github.rediscomponents.support.Utf8;

/**
 * What the caches of one client share.
 */
final class CacheEnvironment {

	private static final Logger logger = LoggerFactory.getLogger(CacheEnvironment.class);

	final RedisPort redis;

	final KeySpace keys;

	final LiveSettings<CacheRegistrySettings> settings;

	final Background background;

	final ServerClock clock;

	final CacheMetrics metrics;

	private final Function<String, BloomFilter> filters;

	private final Map<String, BloomFilter> knownFilters = new ConcurrentHashMap<>();

	final Breakers breakers;

	final CacheEvents events;

	private final String instance = Long.toUnsignedString(new SecureRandom().nextLong(), 36) + '-';

	private final AtomicLong tokens = new AtomicLong();

	private final FailureLog failures = new FailureLog(logger);

	CacheEnvironment(RedisPort redis, KeySpace keys, LiveSettings<CacheRegistrySettings> settings,
			Background background, ServerClock clock, CacheMetrics metrics, Function<String, BloomFilter> filters) {
		this.redis = redis;
		this.keys = keys;
		this.settings = settings;
		this.background = background;
		this.clock = clock;
		this.metrics = Listeners.quiet(CacheMetrics.class, CacheMetrics.NONE, metrics);
		this.filters = filters;
		this.breakers = new Breakers(redis);
		this.events = new CacheEvents(redis, keys.channel("cache", "events"));
	}

	byte[] newToken() {
		return Utf8.bytes(this.instance + Long.toString(this.tokens.incrementAndGet(), 36));
	}

	/**
	 * The filter of a name.
	 */
	BloomFilter filter(String name) {
		return this.knownFilters.computeIfAbsent(name, this.filters);
	}

	/**
	 * An operation goes on without Redis.
	 */
	void goesOnWithout(String cache, RedisComponentsException failure) {
		this.metrics.redisFailure(cache);
		if (failure instanceof RedisUnavailableException) {
			logger.debug("Cache '{}' goes on without Redis", cache, failure);
			return;
		}
		this.failures.warn(failure, "Redis refuses commands of cache '{}', which loads without it", cache);
	}

	/**
	 * A cache cannot use its Bloom filter, because it was built with other settings.
	 */
	void goesOnWithoutFilter(String cache, IllegalStateException failure) {
		this.failures.warn(failure, "Cache '{}' goes on without its Bloom filter", cache);
	}

	/**
	 * A cache found a value of its own that it cannot read.
	 */
	void cannotRead(String cache, RuntimeException failure) {
		// The message of the exception may quote the value, which is no matter for a log.
		this.failures.warn("Cache '{}' cannot read what it stored, because of {}, and loads it each time", cache,
				ReadBack.reason(failure));
		logger.debug("Cache '{}' cannot read what it stored", cache, FailureLog.describable(failure));
	}

}
