// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.link.KeyTracking;
import io.github.rediscomponents.support.port.CommandPort;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes that Redis itself tells of, by {@code CLIENT TRACKING} of the keys of the
 * values, generations and tags. That they arrive is proven once per probe interval: each
 * tracked master confirms that there are no others, then a key of this process is written
 * through every master and its change heard of ({@link Proof}). This proves the
 * connection, the tracking, and the protocol. The number of the round is a part of the
 * key, because the content is not told.
 *
 * @since 1.0.0
 */
public final class TrackedKeys implements KeyTracking.Listener, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(TrackedKeys.class);

	/** Rounds without an echo after which the connections are made anew. */
	private static final int SILENT_ROUNDS = 5;

	/** Unlike those of the other ways, whose values are not of this one. */
	private static final int FIRST_ERA = 1 << 22;

	private static final String VALUES = "cache";

	private static final String GENERATIONS = "cache-generation";

	private static final String TAGS = "cache-tags";

	private final FailureLog failures = new FailureLog(logger);

	private final CommandPort redis;

	private final KeySpace keys;

	private final CacheBus bus;

	private final Supplier<Duration> interval;

	/**
	 * The beginning of the keys of the probes; no name of a cache ends before a colon.
	 */
	private final String probes;

	private final NodeKeys probeKeys;

	private final Proof proof;

	private final Map<String, TrackedCache> caches = new ConcurrentHashMap<>();

	/** Guards changes of the following, and of the caches. */
	private final ReentrantLock changing = new ReentrantLock();

	private volatile @Nullable KeyTracking tracking;

	/** Why the last probe was not written; empty if it was. */
	private volatile String refusal = "";

	private volatile boolean closed;

	/**
	 * Creates what tracks nothing yet.
	 * @param bus has the caches, and lets this tick
	 * @param process identifies this process, letters and digits
	 * @param interval the time between two probes
	 */
	public TrackedKeys(CommandPort redis, KeySpace keys, CacheBus bus, String process, Supplier<Duration> interval) {
		this.redis = redis;
		this.proof = new Proof(Invalidation.TRACKING, System::nanoTime, FIRST_ERA, redis.troubles());
		this.keys = keys;
		this.bus = bus;
		this.interval = interval;
		String identity = "probe-" + process + '-';
		this.probes = keys.beginning(VALUES, identity);
		this.probeKeys = new NodeKeys(redis, (tag) -> keys.key(VALUES, identity + tag));
	}

	/**
	 * Sets what has to hold beside the proof before local levels serve.
	 */
	void openWhen(BooleanSupplier condition) {
		this.proof.openWhen(condition);
	}

	/**
	 * Begins to track the keys of a cache, if that was not done yet. Does not block.
	 */
	Coherence watch(String cache) {
		TrackedCache known = this.caches.get(cache);
		return (known != null) ? known : begin(cache);
	}

	private Coherence begin(String cache) {
		this.changing.lock();
		try {
			TrackedCache added = this.caches.computeIfAbsent(cache, (name) -> new TrackedCache(this.proof));
			if (!this.closed) {
				tracker().track(prefixes());
			}
			return added;
		}
		finally {
			this.changing.unlock();
		}
	}

	private KeyTracking tracker() {
		KeyTracking known = this.tracking;
		if (known == null) {
			known = this.redis.tracking(this);
			this.tracking = known;
			this.bus.start();
			this.bus.onTick(this::round);
		}
		return known;
	}

	/**
	 * A cache has no local level with tracking, or no longer.
	 */
	void unwatch(String cache) {
		if (this.caches.containsKey(cache)) {
			end(cache);
		}
	}

	private void end(String cache) {
		this.changing.lock();
		try {
			TrackedCache known = this.caches.remove(cache);
			if (known != null && !this.closed) {
				known.tracked(false);
				tracker().track(this.caches.isEmpty() ? Set.of() : prefixes());
			}
		}
		finally {
			this.changing.unlock();
		}
	}

	private Set<String> prefixes() {
		Set<String> prefixes = new HashSet<>(Set.of(this.probes));
		for (String cache : this.caches.keySet()) {
			prefixes.add(values(cache));
			prefixes.add(this.keys.key(GENERATIONS, cache));
			prefixes.add(this.keys.key(TAGS, cache));
		}
		return prefixes;
	}

	private String values(String cache) {
		return this.keys.beginning(VALUES, cache + ':');
	}

	private void round(long pause) {
		KeyTracking known = this.tracking;
		Set<String> nodes = (known != null) ? known.nodes() : Set.of();
		if (known == null || nodes.isEmpty() || this.closed) {
			return;
		}
		// Those that the commands know; a master that they do not know is not proven.
		Map<String, String> through = this.probeKeys.of(this.redis.nodes());
		long round = this.proof.nextRound(nodes, pause);
		if (round == 0) {
			return;
		}
		known.check().whenComplete((complete, failure) -> {
			if (failure != null) {
				FailureLog.debug(logger, failure, "The masters could not be read");
			}
			else if (complete) {
				through.forEach((node, key) -> probe(key + ':' + round + ',' + node));
			}
		});
		// Another connection does not help where the probes are refused.
		if (this.proof.isSilent(SILENT_ROUNDS * pause) && this.refusal.isEmpty()) {
			known.renew("no change of a tracked key has come back");
		}
	}

	private void probe(String key) {
		this.redis.evalAsync(CacheScripts.PROBE, new String[] { key }).whenComplete((done, failure) -> {
			if (failure instanceof RedisCommandException refused) {
				this.refusal = "Redis refuses the probes: " + refused.getMessage();
				this.failures.warn(refused, "Redis refuses the probes of tracked keys; local levels with tracking are"
						+ " bypassed until it accepts them");
			}
			else if (failure != null) {
				FailureLog.debug(logger, failure, "A probe of tracked keys was not written");
			}
		});
	}

	@Override
	public void changed(String node, String key) {
		if (key.startsWith(this.probes)) {
			echoed(node, key);
			return;
		}
		String identity = this.keys.identity(VALUES, key);
		if (identity != null) {
			int colon = identity.indexOf(':');
			if (colon > 0) {
				recipient(identity.substring(0, colon), (cache) -> cache.changed(identity.substring(colon + 1)));
			}
			return;
		}
		recipient(this.keys.identity(GENERATIONS, key), Recipient::generationChanged);
		recipient(this.keys.identity(TAGS, key), Recipient::tagsChanged);
	}

	private void recipient(@Nullable String cache, Consumer<Recipient> change) {
		Recipient found = (cache != null) ? this.bus.recipient(cache) : null;
		if (found != null) {
			change.accept(found);
		}
	}

	private void echoed(String node, String key) {
		int colon = key.lastIndexOf(':');
		int comma = key.indexOf(',', colon);
		try {
			// Through another master it proves nothing: its slot has moved.
			if (node.equals(key.substring(comma + 1))) {
				this.refusal = "";
				this.proof.echo(node, Long.parseLong(key, colon + 1, comma, 10), this.interval.get().toNanos());
			}
		}
		catch (IndexOutOfBoundsException | NumberFormatException ex) {
			FailureLog.debug(logger, ex, "A malformed key was ignored");
		}
	}

	@Override
	public void flushed() {
		this.proof.flushed();
		for (String name : this.caches.keySet()) {
			recipient(name, Recipient::generationChanged);
			recipient(name, Recipient::tagsChanged);
		}
	}

	@Override
	public void tracked(Set<String> prefixes) {
		if (prefixes.contains(this.probes)) {
			this.proof.subscribed();
		}
		this.caches.forEach((name, cache) -> {
			if (prefixes.contains(values(name))) {
				cache.tracked(true);
			}
		});
	}

	@Override
	public void lost(String reason) {
		this.proof.lost(reason);
		this.caches.values().forEach((cache) -> cache.tracked(false));
	}

	LocalLevelStatus status() {
		LocalLevelStatus proven = this.proof.status(!this.caches.isEmpty());
		String refused = this.refusal;
		return (proven.state() == LocalLevelState.SUBSCRIBED && !refused.isEmpty())
				? new LocalLevelStatus(proven.invalidation(), proven.state(), refused) : proven;
	}

	@Override
	public void close() {
		this.changing.lock();
		try {
			this.closed = true;
			this.proof.lost("closed");
			KeyTracking known = this.tracking;
			if (known != null) {
				known.close();
			}
		}
		finally {
			this.changing.unlock();
		}
	}

}
