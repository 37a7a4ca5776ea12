// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.bus.Frames.Frame;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;

/**
 * The messages between the caches of all processes. The scripts send them. Without local
 * levels, losing one delays others but breaks nothing.
 *
 * <p>
 * With local levels a lost message must be noticed. Each process numbers the messages
 * that change the meaning of a key, and announces its numbers within a probe interval;
 * and it proves that messages arrive by probes through every master, on a channel of its
 * own ({@link Proof}).
 *
 * @since 0.1.0
 */
public final class CacheBus implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CacheBus.class);

	/** Rounds without an echo after which the connection is made anew. */
	private static final int SILENT_ROUNDS = 5;

	/** Tags tried until there is one in the slots of each master. */
	private static final int MOST_TAGS = 100_000;

	/** Its keys have rights already; a tag alone is the key of no lease. */
	private static final String PROBE_ROOM = "cache-lease";

	private final CommandPort redis;

	private final KeySpace keys;

	private final Supplier<Duration> interval;

	private final ScheduledExecutorService timer;

	private final FailureLog failures = new FailureLog(logger);

	private final String process;

	private final String events;

	private final byte[] eventsBytes;

	private final String echoes;

	private final Map<String, Recipient> caches = new ConcurrentHashMap<>();

	private final AtomicBoolean started = new AtomicBoolean();

	private final AtomicBoolean watching = new AtomicBoolean();

	private final AtomicBoolean ticking = new AtomicBoolean();

	private final OwnNumbers numbers = new OwnNumbers();

	private final Proof proof = new Proof();

	private final HeardNumbers heard;

	/** A key in the slots of each master; written by the timer only. */
	private Map<String, String> probeKeys = Map.of();

	private volatile @Nullable Subscription eventsSubscription;

	private volatile @Nullable Subscription echoesSubscription;

	private volatile boolean eventsArrive;

	private volatile boolean echoesArrive;

	private volatile boolean closed;

	/**
	 * Creates a bus that does nothing yet.
	 * @param redis carries the messages
	 * @param keys names the channels
	 * @param process identifies this process, letters and digits
	 * @param timer runs the probes
	 * @param interval the time between two probes
	 */
	public CacheBus(CommandPort redis, KeySpace keys, String process, ScheduledExecutorService timer,
			Supplier<Duration> interval) {
		this.redis = redis;
		this.keys = keys;
		this.process = process;
		this.timer = timer;
		this.interval = interval;
		this.events = keys.channel("cache", "events");
		this.eventsBytes = Utf8.bytes(this.events);
		this.echoes = keys.channel("cache", "echo-" + process);
		this.heard = new HeardNumbers(timer, () -> this.proof.state() != LocalLevelState.UP, this.proof::gap);
	}

	/**
	 * Sets on what the local levels wait before they begin to serve.
	 */
	public void openWhen(BooleanSupplier condition) {
		this.proof.openWhen(condition);
	}

	public void add(String cache, Recipient recipient) {
		this.caches.put(cache, recipient);
	}

	/**
	 * Subscribes, if that was not done yet. Does not block.
	 */
	public void start() {
		if (!this.started.get() && this.started.compareAndSet(false, true)) {
			this.eventsSubscription = this.redis.subscribe(this.events, new Events());
		}
	}

	/**
	 * Begins to prove that messages arrive, if that was not done yet. Does not block.
	 */
	public void watch() {
		if (!this.watching.get() && this.watching.compareAndSet(false, true)) {
			start();
			this.echoesSubscription = this.redis.subscribe(this.echoes, new Echoes());
			startTicking();
		}
	}

	/**
	 * Returns whether messages can be expected at all.
	 */
	public boolean isSubscribed() {
		return this.eventsArrive;
	}

	/**
	 * Returns whether it is proven that messages arrive.
	 * @param now by the monotonic clock
	 */
	public boolean isUp(long now) {
		return this.proof.isGood(now);
	}

	/**
	 * Returns the number of the present stretch of time in which no message was missed.
	 * What is cached in an earlier one counts no more.
	 */
	public int era() {
		return this.proof.era();
	}

	public LocalLevelState state() {
		return this.watching.get() ? this.proof.state() : LocalLevelState.OFF;
	}

	/** The channel to which the scripts publish. */
	public byte[] channel() {
		return this.eventsBytes;
	}

	/** A lease was given back, with or without a value. */
	public static byte[] loaded(String cache, String text) {
		return Frames.of(Frames.LOADED, cache, text);
	}

	/** What is being loaded is outdated, and what is cached beside Redis. */
	public static byte[] voided(String cache, String text) {
		return Frames.of(Frames.VOIDED, cache, text);
	}

	/**
	 * Begins an operation whose messages others must not miss.
	 * @param broadcast whether there are local levels that have to hear them
	 * @param messages how many there are
	 */
	public Announcement announce(boolean broadcast, int messages) {
		if (!broadcast) {
			return Announcement.NONE;
		}
		startTicking();
		return new Announcement(this, this.numbers.begin(messages));
	}

	private void startTicking() {
		if (!this.ticking.get() && this.ticking.compareAndSet(false, true)) {
			schedule(0);
		}
	}

	private void schedule(long nanos) {
		try {
			this.timer.schedule(this::tick, nanos, TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Shut down while caches are open", ex);
		}
	}

	private void tick() {
		if (this.closed) {
			return;
		}
		long pause = this.interval.get().toNanos();
		try {
			if (this.numbers.takeAnnouncement()) {
				publish(Frames.announced(this.process, this.numbers.settled()));
			}
			if (this.watching.get()) {
				probe(pause);
			}
			this.caches.values().forEach(Recipient::tick);
		}
		catch (RuntimeException ex) {
			this.failures.warn(ex, "A probe of the messages between caches failed");
		}
		finally {
			schedule(pause);
		}
	}

	private void probe(long pause) {
		Set<String> nodes = this.redis.nodes();
		if (!this.probeKeys.keySet().equals(nodes)) {
			this.probeKeys = probeKeys(nodes);
		}
		long round = this.proof.nextRound(nodes, pause);
		if (round == 0) {
			return;
		}
		this.probeKeys.forEach((node, key) -> publish(key, this.echoes, Utf8.bytes(Long.toString(round) + ',' + node)));
		if (this.proof.isSilent(SILENT_ROUNDS * pause)) {
			logger.info("No message between caches has come back; subscribing on another connection");
			renew(this.echoesSubscription);
		}
	}

	private static void renew(@Nullable Subscription subscription) {
		if (subscription != null) {
			subscription.renew();
		}
	}

	/**
	 * Finds a key in the slots of each master. A master without one stays unproven.
	 */
	private Map<String, String> probeKeys(Set<String> nodes) {
		Map<String, String> found = new HashMap<>();
		for (int tag = 0; tag < MOST_TAGS && found.size() < nodes.size(); tag++) {
			String key = this.keys.key(PROBE_ROOM, Integer.toString(tag));
			String node = this.redis.node(key);
			if (nodes.contains(node)) {
				found.putIfAbsent(node, key);
			}
		}
		return found;
	}

	private void publish(byte[] message) {
		publish(this.keys.key(PROBE_ROOM, "0"), this.events, message);
	}

	private void publish(String key, String channel, byte[] message) {
		this.redis.evalAsync(CacheScripts.PUBLISH, new String[] { key }, Utf8.bytes(channel), message)
			.whenComplete((receivers, failure) -> {
				if (failure != null) {
					logger.debug("A message between caches was not published", failure);
				}
			});
	}

	private void received(byte[] message) {
		Frame frame = Frames.parse(message);
		if (frame == null) {
			logger.debug("A malformed message was ignored");
			return;
		}
		switch (frame.kind()) {
			case Frames.ANNOUNCED -> this.heard.announced(frame.sender(), frame.number());
			case Frames.HELLO -> answer(frame.sender());
			default -> {
				Recipient cache = this.caches.get(frame.cache());
				if (cache != null) {
					deliver(frame, cache);
				}
				if (!frame.sender().isEmpty()) {
					// After it took effect: what is cached in between is gone with it.
					this.heard.heard(frame.sender(), frame.number());
				}
			}
		}
	}

	private void answer(String sender) {
		long settled = this.numbers.settled();
		if (settled > 0 && !sender.equals(this.process)) {
			publish(Frames.announced(this.process, settled));
		}
	}

	private static void deliver(Frame frame, Recipient cache) {
		switch (frame.kind()) {
			case Frames.LOADED -> cache.loaded(frame.rest());
			case Frames.VOIDED, Frames.NUMBERED_VOIDED -> cache.voided(frame.rest());
			case Frames.CLEARED, Frames.NUMBERED_CLEARED -> cleared(cache, frame.rest());
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

	private void echoed(byte[] message) {
		String text = Utf8.text(message);
		int comma = text.indexOf(',');
		try {
			if (this.proof.echo(text.substring(comma + 1), Long.parseLong(text, 0, comma, 10),
					this.interval.get().toNanos())) {
				publish(Frames.hello(this.process));
			}
		}
		catch (IndexOutOfBoundsException | NumberFormatException ex) {
			logger.debug("A malformed message was ignored", ex);
		}
	}

	private void subscriptionChanged() {
		if (this.eventsArrive && this.echoesArrive) {
			this.proof.subscribed();
		}
		else {
			this.proof.lost();
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.started.set(true);
		this.watching.set(true);
		this.ticking.set(true);
		this.proof.lost();
		List<@Nullable Subscription> known = new ArrayList<>();
		known.add(this.eventsSubscription);
		known.add(this.echoesSubscription);
		for (Subscription subscription : known) {
			if (subscription != null) {
				subscription.close();
			}
		}
	}

	/**
	 * An operation whose messages are numbered, if there are local levels that have to
	 * hear them.
	 *
	 * @since 0.1.0
	 */
	public static final class Announcement implements AutoCloseable {

		private static final Announcement NONE = new Announcement(null, 0);

		private final @Nullable CacheBus bus;

		private final long first;

		private Announcement(@Nullable CacheBus bus, long first) {
			this.bus = bus;
			this.first = first;
		}

		/**
		 * The meaning of a key has changed.
		 * @param index of the message, from 0
		 * @return the message, empty without local levels
		 */
		public byte[] voided(String cache, String text, int index) {
			return (this.bus != null)
					? Frames.numbered(Frames.NUMBERED_VOIDED, this.bus.process, this.first + index, cache, text)
					: new byte[0];
		}

		/**
		 * A generation began.
		 * @return the message, to which its number is appended
		 */
		public byte[] cleared(String cache) {
			return (this.bus != null)
					? Frames.numbered(Frames.NUMBERED_CLEARED, this.bus.process, this.first, cache, "")
					: Frames.of(Frames.CLEARED, cache, "");
		}

		/** The operation has ended, in whatever way. */
		@Override
		public void close() {
			if (this.bus != null) {
				this.bus.numbers.end(this.first);
			}
		}

	}

	/** Hears the caches of all processes. */
	private final class Events implements ChannelListener {

		@Override
		public void message(byte[] message) {
			received(message);
		}

		@Override
		public void subscribed() {
			CacheBus.this.eventsArrive = true;
			subscriptionChanged();
			CacheBus.this.caches.values().forEach(Recipient::resubscribed);
		}

		@Override
		public void lost() {
			CacheBus.this.eventsArrive = false;
			subscriptionChanged();
		}

	}

	/** Hears the probes of this process. */
	private final class Echoes implements ChannelListener {

		@Override
		public void message(byte[] message) {
			echoed(message);
		}

		@Override
		public void subscribed() {
			CacheBus.this.echoesArrive = true;
			subscriptionChanged();
		}

		@Override
		public void lost() {
			CacheBus.this.echoesArrive = false;
			subscriptionChanged();
		}

	}

}
