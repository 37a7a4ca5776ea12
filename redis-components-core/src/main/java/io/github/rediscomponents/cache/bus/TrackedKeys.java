// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.KeyTracking;

/**
 * The changes that Redis itself tells of, by {@code CLIENT TRACKING} of the keys of the
 * values and generations. That they arrive is proven by writing a key of this process
 * through every master and hearing of it ({@link Proof}): it proves the connection, the
 * tracking, and the protocol. The number of the round is a part of the key, because the
 * content is not told.
 *
 * @since 0.1.0
 */
public final class TrackedKeys implements Coherence, KeyTracking.Listener, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(TrackedKeys.class);

	/** Rounds without an echo after which the connections are made anew. */
	private static final int SILENT_ROUNDS = 5;

	/** Unlike those of the others, whose values are not of this one. */
	private static final int FIRST_ERA = 1 << 22;

	private static final String VALUES = "cache";

	private static final String GENERATIONS = "cache-generation";

	private final CommandPort redis;

	private final KeySpace keys;

	private final CacheBus bus;

	private final Supplier<Duration> interval;

	/**
	 * The beginning of the keys of the probes; no name of a cache ends before a colon.
	 */
	private final String probes;

	private final NodeKeys probeKeys;

	private final Proof proof = new Proof(System::nanoTime, FIRST_ERA);

	private final Set<String> caches = ConcurrentHashMap.newKeySet();

	private volatile @Nullable KeyTracking tracking;

	private volatile boolean closed;

	/**
	 * Creates what tracks nothing yet.
	 * @param bus has the caches, and lets this tick
	 * @param process identifies this process, letters and digits
	 * @param interval the time between two probes
	 */
	public TrackedKeys(CommandPort redis, KeySpace keys, CacheBus bus, String process, Supplier<Duration> interval) {
		this.redis = redis;
		this.keys = keys;
		this.bus = bus;
		this.interval = interval;
		String identity = "probe-" + process + '-';
		this.probes = keys.beginning(VALUES, identity);
		this.probeKeys = new NodeKeys(redis, (tag) -> keys.key(VALUES, identity + tag));
	}

	@Override
	public void watch(String cache) {
		if (!this.closed && this.caches.add(cache)) {
			track();
		}
	}

	private synchronized void track() {
		KeyTracking known = this.tracking;
		if (known == null) {
			known = this.redis.tracking(this);
			this.tracking = known;
			this.bus.onTick(this::round);
		}
		Set<String> prefixes = new HashSet<>(Set.of(this.probes));
		for (String cache : this.caches) {
			prefixes.add(this.keys.beginning(VALUES, cache + ':'));
			prefixes.add(this.keys.key(GENERATIONS, cache));
		}
		known.track(prefixes);
	}

	private void round(long pause) {
		KeyTracking known = this.tracking;
		if (known == null || this.closed) {
			return;
		}
		Set<String> tracked = known.nodes();
		Set<String> nodes = this.redis.nodes();
		if (!tracked.isEmpty() && !tracked.equals(nodes)) {
			logger.info("The masters are others; tracking keys on new connections");
			known.renew();
			return;
		}
		Map<String, String> through = this.probeKeys.of(nodes);
		long round = this.proof.nextRound(nodes, pause);
		if (round == 0) {
			return;
		}
		through.forEach((node, key) -> probe(key + ':' + round + ',' + node));
		if (this.proof.isSilent(SILENT_ROUNDS * pause)) {
			logger.info("No change of a tracked key has come back; tracking keys on new connections");
			known.renew();
		}
	}

	private void probe(String key) {
		this.redis.evalAsync(CacheScripts.PROBE, new String[] { key }).whenComplete((done, failure) -> {
			if (failure != null) {
				logger.debug("A probe of tracked keys was not written", failure);
			}
		});
	}

	@Override
	public void changed(String key) {
		if (key.startsWith(this.probes)) {
			echoed(key);
			return;
		}
		String identity = this.keys.identity(VALUES, key);
		if (identity != null) {
			int colon = identity.indexOf(':');
			Recipient cache = (colon > 0) ? this.bus.recipient(identity.substring(0, colon)) : null;
			if (cache != null) {
				cache.changed(identity.substring(colon + 1));
			}
			return;
		}
		identity = this.keys.identity(GENERATIONS, key);
		Recipient cache = (identity != null) ? this.bus.recipient(identity) : null;
		if (cache != null) {
			cache.generationChanged();
		}
	}

	private void echoed(String key) {
		int colon = key.lastIndexOf(':');
		int comma = key.indexOf(',', colon);
		try {
			this.proof.echo(key.substring(comma + 1), Long.parseLong(key, colon + 1, comma, 10),
					this.interval.get().toNanos());
		}
		catch (IndexOutOfBoundsException | NumberFormatException ex) {
			logger.debug("A malformed key was ignored", ex);
		}
	}

	@Override
	public void flushed() {
		this.proof.flushed();
		for (String name : this.caches) {
			Recipient cache = this.bus.recipient(name);
			if (cache != null) {
				cache.generationChanged();
			}
		}
	}

	@Override
	public void tracked() {
		this.proof.subscribed();
	}

	@Override
	public void lost() {
		this.proof.lost();
	}

	@Override
	public boolean isUp(long now) {
		return this.proof.isGood(now);
	}

	@Override
	public int era() {
		return this.proof.era();
	}

	@Override
	public int provenEra() {
		return this.proof.provenEra();
	}

	@Override
	public long provenUntil() {
		return this.proof.provenUntil();
	}

	@Override
	public LocalLevelState state() {
		return this.caches.isEmpty() ? LocalLevelState.OFF : this.proof.state();
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		this.proof.lost();
		KeyTracking known = this.tracking;
		if (known != null) {
			known.close();
		}
	}

}
