package io.github.rediscomponents.cache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.RedisPort.ChannelListener;
import io.github.rediscomponents.support.RedisPort.Subscription;
import io.github.rediscomponents.support.Utf8;

/**
 * The messages between the caches of all processes: one letter, the cache's name, a
 * colon, and the key's text or the generation. Sent by the scripts; losing one delays
 * others but breaks nothing.
 */
final class CacheEvents implements ChannelListener, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CacheEvents.class);

	private static final char LOADED = 'l';

	private static final char VOIDED = 'v';

	private static final char CLEARED = 'c';

	private final RedisPort redis;

	private final String channelName;

	private final byte[] channel;

	private final Map<String, CacheCore<?>> caches = new ConcurrentHashMap<>();

	private final AtomicBoolean started = new AtomicBoolean();

	private volatile @Nullable Subscription subscription;

	private volatile boolean subscribed;

	CacheEvents(RedisPort redis, String channel) {
		this.redis = redis;
		this.channelName = channel;
		this.channel = Utf8.bytes(channel);
	}

	void add(CacheCore<?> cache) {
		this.caches.put(cache.name(), cache);
	}

	/**
	 * Subscribes, if that was not done yet. Does not block.
	 */
	void start() {
		if (!this.started.get() && this.started.compareAndSet(false, true)) {
			this.subscription = this.redis.subscribe(this.channelName, this);
		}
	}

	/**
	 * Whether messages can be expected at all.
	 */
	boolean isSubscribed() {
		return this.subscribed;
	}

	byte[] channel() {
		return this.channel;
	}

	/** A lease was given back, with or without a value. */
	static byte[] loaded(String cache, String text) {
		return Utf8.bytes(LOADED + cache + ':' + text);
	}

	/** What is being loaded is outdated. */
	static byte[] voided(String cache, String text) {
		return Utf8.bytes(VOIDED + cache + ':' + text);
	}

	/** A generation began; its number follows. */
	static byte[] cleared(String cache) {
		return Utf8.bytes(CLEARED + cache + ':');
	}

	@Override
	public void message(byte[] message) {
		String frame = Utf8.text(message);
		int colon = frame.indexOf(':');
		CacheCore<?> cache = (colon > 1) ? this.caches.get(frame.substring(1, colon)) : null;
		if (cache == null) {
			return;
		}
		String rest = frame.substring(colon + 1);
		switch (frame.charAt(0)) {
			case LOADED -> cache.flights().wake(rest);
			case VOIDED -> cache.writes().detach(rest);
			case CLEARED -> learn(cache, rest);
			default -> logger.debug("A message of an unknown kind was ignored");
		}
	}

	private static void learn(CacheCore<?> cache, String generation) {
		try {
			cache.generation().told(Long.parseLong(generation));
		}
		catch (NumberFormatException ex) {
			logger.debug("A malformed message was ignored", ex);
		}
	}

	@Override
	public void subscribed() {
		this.subscribed = true;
		for (CacheCore<?> cache : this.caches.values()) {
			cache.generation().doubt();
			cache.flights().detachAll();
		}
	}

	@Override
	public void close() {
		this.started.set(true);
		Subscription known = this.subscription;
		if (known != null) {
			known.close();
		}
	}

}
