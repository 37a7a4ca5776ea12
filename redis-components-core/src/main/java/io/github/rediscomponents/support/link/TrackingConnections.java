// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.AsyncCloseable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link KeyTracking} on Lettuce. Tracking belongs to a connection and ends with it, so
 * nothing is left to Lettuce's reconnecting: when one connection is lost, all are made
 * anew. A failed attempt is repeated after half a second; one that the server refuses
 * after pauses that grow to half a minute.
 */
public final class TrackingConnections implements KeyTracking, Dependent {

	private static final Logger logger = LoggerFactory.getLogger(TrackingConnections.class);

	private static final long RETRY_MILLIS = 500;

	private static final long LONGEST_RETRY_MILLIS = 30_000;

	private static final long ATTEMPT_NANOS = Duration.ofSeconds(10).toNanos();

	private final RedisConnector connector;

	private final Background background;

	private final Listener listener;

	private final Consumer<TrackingConnections> onClose;

	private final FailureLog failures = new FailureLog(logger);

	/** Guards the following fields; the listener is called under it, except for keys. */
	private final ReentrantLock lock = new ReentrantLock();

	private Set<String> prefixes = Set.of();

	/** Those that the masters have confirmed. */
	private Set<String> confirmed = Set.of();

	private volatile Set<String> nodes = Set.of();

	/** Counts the attempts; what belongs to an earlier one is ignored. */
	private volatile int era;

	private @Nullable TrackedMasters masters;

	/** Whether the masters are asked to track keys just now. */
	private boolean asking;

	private int refusals;

	private boolean closed;

	/**
	 * Connects to nothing yet.
	 * @param onClose called when this is closed
	 */
	public TrackingConnections(RedisConnector connector, Background background, Listener listener,
			Consumer<TrackingConnections> onClose) {
		this.connector = connector;
		this.background = background;
		this.listener = listener;
		this.onClose = onClose;
	}

	@Override
	public void track(Set<String> wanted) {
		this.lock.lock();
		try {
			boolean first = this.prefixes.isEmpty();
			Set<String> again = new HashSet<>(wanted);
			again.removeAll(this.prefixes);
			again.retainAll(this.confirmed);
			this.prefixes = Set.copyOf(wanted);
			if (!again.isEmpty()) {
				// Redis would refuse a beginning that it tracks already.
				this.listener.tracked(again);
			}
			if (wanted.isEmpty()) {
				release("nothing is tracked");
			}
			else if (first) {
				startOver();
			}
			else {
				trackOthers();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public Set<String> nodes() {
		return this.nodes;
	}

	@Override
	public void reconnect() {
		renew("the connections for commands are others");
	}

	@Override
	public void changed(Set<String> others) {
		this.lock.lock();
		try {
			if (this.masters != null && !this.masters.nodes().equals(others)) {
				renew("the masters are others");
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void renew(String reason) {
		this.lock.lock();
		try {
			release(reason);
			startOver();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void startOver() {
		if (!this.closed && !this.prefixes.isEmpty()) {
			int began = this.era;
			try {
				this.background.workers().execute(() -> connect(began));
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) {
				// Shut down, or there is no thread for it.
				later(() -> again(began), RETRY_MILLIS);
			}
		}
	}

	/** Ends what belongs to the present attempt. */
	private void release(String reason) {
		this.era++;
		this.asking = false;
		this.confirmed = Set.of();
		AsyncCloseable known = this.masters;
		this.masters = null;
		if (known != null) {
			known.closeAsync();
		}
		this.nodes = Set.of();
		this.listener.lost(reason);
	}

	private void connect(int began) {
		TrackedMasters made;
		try {
			made = TrackedMasters.connect(this.connector, new Events(began));
		}
		catch (RuntimeException | Error ex) {
			failed(began, ex);
			return;
		}
		CompletableFuture<Void> opened = made.open().toCompletableFuture();
		TimeLimit.set(opened, ATTEMPT_NANOS, this.background).whenComplete((done, failure) -> {
			if (failure != null) {
				made.closeAsync();
				failed(began, failure);
			}
			else {
				adopt(began, made);
			}
		});
	}

	private void adopt(int began, TrackedMasters made) {
		this.lock.lock();
		try {
			if (began != this.era) {
				made.closeAsync();
				return;
			}
			this.masters = made;
			trackOthers();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Tracks what is not tracked yet. Called under the lock. */
	private void trackOthers() {
		TrackedMasters connected = this.masters;
		if (connected == null || this.asking || this.confirmed.containsAll(this.prefixes)) {
			return;
		}
		Set<String> others = new HashSet<>(this.prefixes);
		others.removeAll(this.confirmed);
		int began = this.era;
		this.asking = true;
		CompletableFuture<Void> all = connected.track(others).toCompletableFuture();
		TimeLimit.set(all, ATTEMPT_NANOS, this.background).whenComplete((done, failure) -> {
			if (failure != null) {
				failed(began, failure);
			}
			else {
				tracked(began, connected, others);
			}
		});
	}

	private void tracked(int began, TrackedMasters connected, Set<String> others) {
		this.lock.lock();
		try {
			if (began != this.era) {
				return;
			}
			this.asking = false;
			this.refusals = 0;
			Set<String> all = new HashSet<>(this.confirmed);
			all.addAll(others);
			this.confirmed = all;
			this.nodes = connected.nodes();
			this.listener.tracked(others);
			trackOthers();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public CompletionStage<Boolean> check() {
		TrackedMasters connected;
		int began;
		this.lock.lock();
		try {
			connected = this.masters;
			began = this.era;
		}
		finally {
			this.lock.unlock();
		}
		if (connected == null) {
			return CompletableFuture.completedStage(false);
		}
		return connected.areAll().thenApply((all) -> {
			if (!all) {
				failed(began, new IllegalStateException("the masters are others"));
			}
			return all;
		});
	}

	private void failed(int began, Throwable failure) {
		this.lock.lock();
		try {
			if (began != this.era) {
				return;
			}
			release(reason(Failures.unwrap(failure)));
			int next = this.era;
			later(() -> again(next), pause(failure));
		}
		finally {
			this.lock.unlock();
		}
	}

	private static String reason(Throwable failure) {
		String message = FailureLog.describable(failure).getMessage();
		return (message != null) ? message : FailureLog.describe(failure);
	}

	private long pause(Throwable failure) {
		Throwable cause = Failures.unwrap(failure);
		if (!(cause instanceof RedisCommandException || cause instanceof RedisCommandExecutionException
				|| cause instanceof UnsupportedOperationException)) {
			FailureLog.debug(logger, failure, "Tracking keys failed and will be repeated");
			return RETRY_MILLIS;
		}
		this.failures.warn(cause,
				"Redis refuses to track keys; retrying. Local levels with tracking are bypassed until it does");
		this.refusals = Math.min(this.refusals + 1, 10);
		return Math.min(RETRY_MILLIS << (this.refusals - 1), LONGEST_RETRY_MILLIS);
	}

	private void again(int began) {
		this.lock.lock();
		try {
			if (began == this.era) {
				startOver();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void later(Runnable task, long millis) {
		try {
			this.background.timer().schedule(task, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while keys are tracked");
		}
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			release("closed");
		}
		finally {
			this.lock.unlock();
		}
		this.onClose.accept(this);
	}

	/**
	 * What happens on the connections of one attempt.
	 */
	private final class Events implements TrackedMasters.Events {

		private final int began;

		Events(int began) {
			this.began = began;
		}

		@Override
		public void changed(String node, String key) {
			if (this.began == TrackingConnections.this.era) {
				TrackingConnections.this.listener.changed(node, key);
			}
		}

		@Override
		public void flushed() {
			if (this.began == TrackingConnections.this.era) {
				TrackingConnections.this.listener.flushed();
			}
		}

		@Override
		public void disconnected() {
			failed(this.began, new IllegalStateException("a connection that tracks keys was lost"));
		}

	}

}
