// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.bus.Frames.Frame;
import io.github.rediscomponents.cache.bus.OwnNumbers.Announced;
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
 * own ({@link Probes}).
 *
 * @since 1.0.0
 */
public final class CacheBus implements Coherence, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CacheBus.class);

	/** Its keys have rights already; the identity alone is the key of no lease. */
	private static final String ROOM = "cache-lease";

	private final CommandPort redis;

	private final KeySpace keys;

	private final Supplier<Duration> interval;

	private final ScheduledExecutorService timer;

	private final FailureLog failures = new FailureLog(logger);

	private final String process;

	private final String events;

	private final byte[] eventsBytes;

	private final Map<String, Recipient> caches = new ConcurrentHashMap<>();

	private final List<LongConsumer> actions = new CopyOnWriteArrayList<>();

	private final AtomicBoolean started = new AtomicBoolean();

	private final AtomicBoolean ticking = new AtomicBoolean();

	private final OwnNumbers numbers = new OwnNumbers();

	private final Publisher publisher;

	private final Probes probes;

	private final HeardNumbers heard;

	private volatile Runnable onGap = () -> {
	};

	private volatile @Nullable Subscription subscription;

	private volatile boolean subscribed;

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
		this.publisher = new Publisher(redis);
		this.probes = new Probes(redis, keys, this.publisher, keys.channel("cache", "echo-" + process), interval,
				() -> publish(Frames.hello(process)));
		this.heard = new HeardNumbers(process, timer, () -> this.probes.status().state() != LocalLevelState.UP,
				this::gap);
	}

	/**
	 * Sets on what the local levels wait before they begin to serve.
	 */
	public void openWhen(BooleanSupplier condition) {
		this.probes.openWhen(condition);
	}

	/**
	 * Sets what is told that a message is missing.
	 */
	public void onGap(Runnable told) {
		this.onGap = told;
	}

	private void gap() {
		this.probes.gap();
		this.onGap.run();
	}

	public void add(String cache, Recipient recipient) {
		this.caches.put(cache, recipient);
	}

	/**
	 * Subscribes, if that was not done yet. Does not block.
	 */
	public void start() {
		if (!this.started.get() && this.started.compareAndSet(false, true)) {
			this.subscription = this.redis.subscribe(this.events, new Events());
		}
	}

	/**
	 * Begins to prove that messages arrive, if that was not done yet. Does not block.
	 */
	Coherence watch() {
		if (this.probes.watch()) {
			start();
			startTicking();
		}
		return this;
	}

	/**
	 * Returns whether messages can be expected at all.
	 */
	public boolean isSubscribed() {
		return this.subscribed;
	}

	@Override
	public boolean isUp(long now) {
		return this.probes.isUp(now);
	}

	@Override
	public int era() {
		return this.probes.era();
	}

	@Override
	public int provenEra() {
		return this.probes.provenEra();
	}

	@Override
	public long provenUntil() {
		return this.probes.provenUntil();
	}

	LocalLevelStatus status() {
		return this.probes.status();
	}

	/**
	 * Returns how long a change may stay unnoticed by another process, unless its message
	 * and all announcements around it were lost; longer by as long as an earlier
	 * operation of the process that changed it is under way.
	 */
	public Duration stalenessBound() {
		return this.interval.get().multipliedBy(2).plus(HeardNumbers.SETTLING);
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
		Announcement begun = new Announcement(this.numbers, this.process, this.numbers.begin(messages));
		announce(this.numbers.awake());
		return begun;
	}

	private void announce(@Nullable Announced news) {
		if (news == null) {
			return;
		}
		try {
			publish(news.moreFollow()
					? Frames.active(this.process, news.settled(), news.taken(), this.interval.get().toMillis())
					: Frames.announced(this.process, news.settled()));
		}
		catch (RuntimeException | Error ex) {
			// Others are told at the next tick, or miss what they are told to expect.
			FailureLog.debug(logger, ex, "The numbers of messages were not announced");
		}
	}

	/**
	 * Does something at each probe interval from now on, also without a local level.
	 * @param action receives the nanoseconds until the next time
	 */
	void onTick(LongConsumer action) {
		this.actions.add(action);
		startTicking();
	}

	@Nullable Recipient recipient(String cache) {
		return this.caches.get(cache);
	}

	void startTicking() {
		if (!this.ticking.get() && this.ticking.compareAndSet(false, true)) {
			schedule(0);
		}
	}

	private void schedule(long nanos) {
		try {
			this.timer.schedule(this::tick, nanos, TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while caches are open");
		}
		catch (OutOfMemoryError ex) {
			// The next change or cache begins it again.
			this.ticking.set(false);
			this.failures.warn(ex, "There is no memory for a probe of the messages between caches");
		}
	}

	private void tick() {
		if (this.closed) {
			return;
		}
		long pause = this.interval.get().toNanos();
		try {
			announce(this.numbers.takeAnnouncement());
			this.probes.round(pause);
			this.actions.forEach((action) -> action.accept(pause));
		}
		catch (Throwable ex) {
			this.failures.warn(ex, "A probe of the messages between caches failed");
		}
		finally {
			schedule(pause);
		}
		tell(Recipient::tick);
	}

	/** One cache that fails does not keep the others from being told. */
	private void tell(Consumer<Recipient> event) {
		this.caches.forEach((name, cache) -> {
			try {
				event.accept(cache);
			}
			catch (Throwable ex) {
				this.failures.warn(ex, "Cache '{}' failed to note what has happened", name);
			}
		});
	}

	private void publish(byte[] message) {
		this.publisher.publish(this.keys.key(ROOM, "0"), this.events, message);
	}

	private void received(byte[] message) {
		Frame frame = Frames.parse(message);
		if (frame == null) {
			logger.debug("A malformed message was ignored");
			return;
		}
		switch (frame.kind()) {
			case Frames.ANNOUNCED -> this.heard.announced(frame.sender(), frame.number());
			case Frames.ACTIVE -> this.heard.announced(frame.sender(), frame.number(), frame.taken(), frame.millis());
			case Frames.HELLO -> answer(frame.sender());
			default -> {
				Recipient cache = this.caches.get(frame.cache());
				if (cache != null) {
					Delivery.deliver(frame, cache);
				}
				if (!frame.sender().isEmpty()) {
					// After it took effect: what is cached in between is gone with it.
					this.heard.heard(frame.sender(), frame.number(), this.interval.get());
				}
			}
		}
	}

	private void answer(String sender) {
		if (!sender.equals(this.process)) {
			announce(this.numbers.answer());
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.started.set(true);
		this.ticking.set(true);
		announce(this.numbers.rest());
		this.probes.close();
		Subscription known = this.subscription;
		if (known != null) {
			known.close();
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
			CacheBus.this.subscribed = true;
			CacheBus.this.probes.eventsArrive(true);
			tell(Recipient::resubscribed);
		}

		@Override
		public void lost() {
			CacheBus.this.subscribed = false;
			CacheBus.this.probes.eventsArrive(false);
		}

	}

}
