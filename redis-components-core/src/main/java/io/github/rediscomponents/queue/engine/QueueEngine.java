// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Consumes all queues of a process: has its name as a consumer, the readers, and the
 * consumers.
 *
 * @since 1.0.0
 */
public final class QueueEngine {

	private static final Logger logger = LoggerFactory.getLogger(QueueEngine.class);

	private static final long RETRY_MILLIS = 300;

	private final String consumer = randomName();

	private final CommandPort redis;

	private final Background background;

	private final QueueObserver observer;

	/** Guards the maps; nothing blocks under it. */
	private final ReentrantLock lock = new ReentrantLock();

	private final Map<ReaderKey, SharedReader> readers = new HashMap<>();

	private final Map<ConsumerKey, QueueConsumer> consumers = new HashMap<>();

	/**
	 * The leases of this process. A consumer that stops and one that begins meanwhile
	 * have the same name on the server, so that each must know the leases of the other.
	 */
	private final Map<ConsumerKey, Map<String, Lease>> held = new HashMap<>();

	private final Set<Stoppable> running = ConcurrentHashMap.newKeySet();

	public QueueEngine(CommandPort redis, Background background, QueueObserver observer) {
		this.redis = redis;
		this.background = background;
		this.observer = Listeners.quiet(QueueObserver.class, QueueObserver.NONE, observer);
	}

	private static String randomName() {
		byte[] random = new byte[9];
		new SecureRandom().nextBytes(random);
		return ProcessHandle.current().pid() + "-" + HexFormat.of().formatHex(random);
	}

	public CommandPort redis() {
		return this.redis;
	}

	public Background background() {
		return this.background;
	}

	QueueObserver observer() {
		return this.observer;
	}

	/** Returns the present consumption of this process. */
	List<QueueActivity> activity() {
		this.lock.lock();
		try {
			return this.consumers.values().stream().map(QueueConsumer::activity).toList();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** This process has paused or resumed a queue. */
	void pausedOrResumed(String stream) {
		List<QueueConsumer> of;
		this.lock.lock();
		try {
			of = this.consumers.values().stream().filter((one) -> one.stream().equals(stream)).toList();
		}
		finally {
			this.lock.unlock();
		}
		of.forEach((one) -> one.pausing().ask());
	}

	/** Adds a sink to the consumption of a queue by this process. */
	QueueConsumer join(StreamStore store, String group, Function<QueueConsumer, Sink> sink) {
		StreamKeys keys = store.keys();
		LiveSettings<WorkQueueSettings> settings = store.settings();
		this.lock.lock();
		try {
			ConsumerKey key = new ConsumerKey(keys.stream(), group);
			QueueConsumer known = this.consumers.get(key);
			if (known == null) {
				boolean deletes = settings.get().retention() == TrimPolicy.ACKNOWLEDGED;
				known = new QueueConsumer(new GroupStore(this.redis, keys, group, this.consumer, deletes), settings,
						this.background, store.observed(),
						this.held.computeIfAbsent(key, (none) -> new ConcurrentHashMap<>()));
				this.consumers.put(key, known);
				start(known);
			}
			known.add(sink.apply(known));
			return known;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Begins once Redis can be reached; only then is the slot known. */
	private void start(QueueConsumer started) {
		if (started.isStopped()) {
			return;
		}
		started.createGroup().whenComplete((created, failure) -> {
			if (failure == null) {
				started.readAgain();
				started(started);
				return;
			}
			started.unread(failure);
			if (failure instanceof RedisCommandException) {
				started.holdings().warn(failure, "cannot be consumed yet; retrying");
			}
			else {
				started.holdings().debug(failure, "cannot be consumed yet; retrying");
			}
			try {
				this.background.timer().schedule(() -> start(started), RETRY_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (RejectedExecutionException ex) {
				FailureLog.debug(logger, ex, "Shut down before consuming began");
			}
		});
	}

	private void started(QueueConsumer started) {
		this.lock.lock();
		try {
			if (!started.isStopped()) {
				ReaderKey key = new ReaderKey(started.group(), this.redis.slot(started.stream()));
				started.start(this.readers.computeIfAbsent(key, (none) -> new SharedReader(this.redis.streamReads(),
						this.background, key.group(), this.consumer)));
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes a sink out; with the last one the process stops consuming the queue.
	 * @return completes when nothing more is delivered, null if others go on
	 */
	@Nullable CompletionStage<Void> part(QueueConsumer from, Sink sink) {
		this.lock.lock();
		try {
			if (!from.remove(sink)) {
				return null;
			}
			this.consumers.remove(new ConsumerKey(from.stream(), from.group()), from);
			return from.stopReading();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Closes readers without consumers. */
	void closeIdleReaders() {
		List<SharedReader> idle = new ArrayList<>();
		this.lock.lock();
		try {
			this.readers.values().removeIf((reader) -> reader.isEmpty() && idle.add(reader));
			this.held.entrySet()
				.removeIf((entry) -> entry.getValue().isEmpty() && !this.consumers.containsKey(entry.getKey()));
		}
		finally {
			this.lock.unlock();
		}
		idle.forEach(SharedReader::close);
	}

	public void register(Stoppable started) {
		this.running.add(started);
	}

	public void unregister(Stoppable stopped) {
		this.running.remove(stopped);
	}

	boolean stop(Duration patience) {
		long deadline = System.nanoTime() + patience.toNanos();
		List<Stoppable> all = List.copyOf(this.running);
		all.forEach(Stoppable::beginStop);
		boolean clean = true;
		for (Stoppable each : all) {
			clean &= each.finishStop(deadline);
		}
		return clean;
	}

	/** Something that runs until it is stopped. */
	public interface Stoppable {

		/** Takes nothing more. Does not block. */
		void beginStop();

		/**
		 * Waits until everything is settled, and goes.
		 * @param deadlineNanos how long, by the monotonic clock
		 * @return whether it was settled in time
		 */
		boolean finishStop(long deadlineNanos);

	}

	private record ReaderKey(String group, int slot) {
	}

	private record ConsumerKey(String stream, String group) {
	}

}
