// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The messages between the caches of all processes: one letter, the cache's name, a
 * colon, and the key's text or the generation. Sent by the scripts; losing one delays
 * others but breaks nothing.
 */
final class CacheChannel implements ChannelListener, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CacheChannel.class);

	private static final char LOADED = 'l';

	private static final char VOIDED = 'v';

	private static final char CLEARED = 'c';

	private final CommandPort redis;

	private final String channelName;

	private final byte[] channel;

	private final Map<String, Recipient> caches = new ConcurrentHashMap<>();

	private final AtomicBoolean started = new AtomicBoolean();

	private volatile @Nullable Subscription subscription;

	private volatile boolean subscribed;

	CacheChannel(CommandPort redis, String channel) {
		this.redis = redis;
		this.channelName = channel;
		this.channel = Utf8.bytes(channel);
	}

	void add(String cache, Recipient recipient) {
		this.caches.put(cache, recipient);
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
	 * Returns whether messages can be expected at all.
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
		Recipient cache = (colon > 1) ? this.caches.get(frame.substring(1, colon)) : null;
		if (cache == null) {
			return;
		}
		String rest = frame.substring(colon + 1);
		switch (frame.charAt(0)) {
			case LOADED -> cache.loaded(rest);
			case VOIDED -> cache.voided(rest);
			case CLEARED -> cleared(cache, rest);
			default -> logger.debug("A message of an unknown kind was ignored");
		}
	}

	private static void cleared(Recipient cache, String generation) {
		try {
			cache.cleared(Long.parseLong(generation));
		}
		catch (NumberFormatException ex) {
			logger.debug("A malformed message was ignored", ex);
		}
	}

	@Override
	public void subscribed() {
		this.subscribed = true;
		this.caches.values().forEach(Recipient::resubscribed);
	}

	@Override
	public void close() {
		this.started.set(true);
		Subscription known = this.subscription;
		if (known != null) {
			known.close();
		}
	}

	/**
	 * A cache of this process.
	 */
	interface Recipient {

		/** A lease was given back, with or without a value. */
		void loaded(String text);

		/** What is being loaded for a key is outdated. */
		void voided(String text);

		/** A generation began. */
		void cleared(long generation);

		/** Messages may have been missed. */
		void resubscribed();

	}

}
