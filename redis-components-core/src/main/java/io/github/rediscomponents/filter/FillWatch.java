// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.filter.Known.Generation;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Reports when a filter gets too full. Counts the bits of one slice, chosen at random:
 * the elements are spread so evenly that it stands for all.
 *
 * <p>
 * Looks when this process has added a twentieth of the capacity, and ten seconds after
 * its last look when it has added anything, or on a call.
 */
final class FillWatch {

	private static final Logger logger = LoggerFactory.getLogger(FillWatch.class);

	private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final FilterStore store;

	private final BloomFilterObserver observer;

	private final LongAdder added = new LongAdder();

	private final AtomicBoolean looking = new AtomicBoolean();

	private volatile long lookedAt = System.nanoTime() - LOOK_EVERY_NANOS;

	private volatile double fill = Double.NaN;

	private volatile String alarmedFor = "";

	FillWatch(FilterStore store, BloomFilterObserver observer) {
		this.store = store;
		this.observer = observer;
	}

	void added(CommandPort redis, int elements) {
		if (elements > 0) {
			this.added.add(elements);
			if (isDue() || this.added.sum() > this.store.configured().capacity() / 20) {
				look(redis);
			}
		}
	}

	double get(CommandPort redis) {
		if (isDue()) {
			look(redis);
		}
		return this.fill;
	}

	private boolean isDue() {
		return System.nanoTime() - this.lookedAt > LOOK_EVERY_NANOS;
	}

	private void look(CommandPort redis) {
		if (!this.looking.compareAndSet(false, true)) {
			return;
		}
		this.lookedAt = System.nanoTime();
		this.added.reset();
		this.store.lookLater(redis).thenCompose((known) -> count(redis, known)).whenComplete((counted, failure) -> {
			this.looking.set(false);
			if (failure != null) {
				this.fill = Double.NaN;
				FailureLog.debug(logger, failure, "Cannot read the fill of Bloom filter '{}'", this.store.name());
			}
		});
	}

	private void well(Troubles troubles) {
		troubles.ended(this.store.name(), Troubles.Kind.FILTER_SATURATED);
	}

	private CompletionStage<Void> count(CommandPort redis, Known known) {
		Generation live = known.live();
		if (live == null) {
			this.fill = Double.NaN;
			well(redis.troubles());
			return CompletableFuture.completedFuture(null);
		}
		Layout layout = live.layout();
		SliceEngine engine = SliceEngine.of(layout.engine());
		int slice = ThreadLocalRandom.current().nextInt(layout.slices());
		return engine.count(Sender.later(redis), this.store.sliceKey(live, slice)).thenAccept((reply) -> {
			if (Utf8.number(reply.get(0)) < 1) {
				this.fill = Double.NaN;
				return;
			}
			counted(redis.troubles(), live, (double) engine.bits(layout, Utf8.number(reply.get(1))) / layout.bits());
		});
	}

	private void counted(Troubles troubles, Generation live, double counted) {
		this.fill = counted;
		if (counted < this.store.settings().alarmAt()) {
			well(troubles);
			return;
		}
		Layout layout = live.layout();
		String reason = String.format(Locale.ROOT, "%d %% of its bits are set, by about %d elements; it is made for %d",
				Math.round(counted * 100),
				Math.round(layout.elements(Math.round(counted * layout.bits())) * layout.slices()), layout.capacity());
		troubles.began(this.store.name(), Troubles.Kind.FILTER_SATURATED, "bloom-filter", this.store.name(), reason);
		if (!this.alarmedFor.equals(live.id())) {
			this.alarmedFor = live.id();
			logger.warn("Bloom filter '{}': {}. Rebuild it, or make it larger", this.store.name(), reason);
			this.observer.saturated(this.store.name(), counted);
		}
	}

}
