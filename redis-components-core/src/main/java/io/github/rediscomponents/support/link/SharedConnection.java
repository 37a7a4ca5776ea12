// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;
import io.github.rediscomponents.support.server.UnsupportedRedisException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.AsyncCloseable;
import org.jspecify.annotations.Nullable;

/**
 * One connection, made when it is first needed, by one thread however many request it.
 * After a failed attempt there is no new attempt for a moment, so that callers fail at
 * once instead of queueing up behind connection time-outs.
 *
 * @param <C> the kind of connection
 */
public final class SharedConnection<C extends AsyncCloseable> implements AutoCloseable {

	private static final long RETRY_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private final Supplier<C> connect;

	private final Executor executor;

	private final AtomicReference<@Nullable CompletableFuture<C>> current = new AtomicReference<>();

	private volatile long failedAt;

	private volatile boolean closed;

	public SharedConnection(Supplier<C> connect, Executor executor) {
		this.connect = connect;
		this.executor = executor;
	}

	/**
	 * Creates one whose connections are set up before they are used.
	 * @param connect makes a connection
	 * @param setUp prepares it; if it throws, the connection is closed
	 * @param executor runs both
	 */
	public SharedConnection(Supplier<C> connect, Consumer<? super C> setUp, Executor executor) {
		this(() -> ready(connect.get(), setUp), executor);
	}

	private static <C extends AsyncCloseable> C ready(C made, Consumer<? super C> setUp) {
		try {
			setUp.accept(made);
			return made;
		}
		catch (RuntimeException | Error ex) {
			// Nobody else knows it.
			Attempt.of(made::closeAsync);
			throw ex;
		}
	}

	/**
	 * Returns the connection, or the attempt to make it.
	 * @return completes with the connection, or exceptionally with
	 * {@link RedisUnavailableException}
	 */
	public CompletableFuture<C> get() {
		CompletableFuture<C> known = this.current.get();
		if (known != null && !(known.isCompletedExceptionally() && mayRetry())) {
			return known;
		}
		if (this.closed) {
			return CompletableFuture.failedFuture(unavailable("The connection to Redis is closed", null));
		}
		CompletableFuture<C> attempt = new CompletableFuture<>();
		if (!this.current.compareAndSet(known, attempt)) {
			return get();
		}
		try {
			this.executor.execute(() -> connect(attempt));
		}
		catch (RejectedExecutionException ex) {
			attempt.completeExceptionally(unavailable("The components are shut down", ex));
		}
		catch (RuntimeException | Error ex) {
			this.failedAt = System.nanoTime();
			attempt.completeExceptionally(
					unavailable("There is no thread that connects to Redis", FailureLog.describable(ex)));
		}
		return attempt;
	}

	/**
	 * Puts another connection in the place of the present one, and closes that.
	 * @param fresh connected already
	 */
	public void replace(C fresh) {
		CompletableFuture<C> before = this.current.getAndSet(CompletableFuture.completedFuture(fresh));
		if (this.closed) {
			fresh.closeAsync();
		}
		else if (before != null) {
			before.thenAccept(AsyncCloseable::closeAsync);
		}
	}

	/**
	 * Closes the present connection, if there is one; {@link #get()} then makes another.
	 * @return whether there was one
	 */
	public boolean discard() {
		Optional<CompletableFuture<C>> before = forget();
		before.ifPresent((known) -> known.thenAccept(AsyncCloseable::closeAsync));
		return before.isPresent();
	}

	/**
	 * Gives up the present connection, if there is one, and leaves its closing to the
	 * caller; {@link #get()} then makes another.
	 * @return the connection, or the attempt to make it
	 */
	public Optional<CompletableFuture<C>> forget() {
		CompletableFuture<C> before = this.current.get();
		if (this.closed || before == null || !this.current.compareAndSet(before, null)) {
			return Optional.empty();
		}
		return Optional.of(before);
	}

	/**
	 * Returns whether a connection is the one that {@link #get()} gives.
	 * @param connection perhaps replaced or closed meanwhile
	 */
	public boolean isPresent(C connection) {
		CompletableFuture<C> known = this.current.get();
		return !this.closed && known != null && !known.isCompletedExceptionally() && known.getNow(null) == connection;
	}

	private boolean mayRetry() {
		return System.nanoTime() - this.failedAt > RETRY_AFTER_NANOS;
	}

	private void connect(CompletableFuture<C> attempt) {
		try {
			C connection = this.connect.get();
			attempt.complete(connection);
			if (this.closed) {
				connection.closeAsync();
			}
		}
		catch (Exception | Error ex) {
			this.failedAt = System.nanoTime();
			Throwable cause = Thrown.unwrapped(ex);
			attempt.completeExceptionally((cause instanceof UnsupportedRedisException unsupported) ? unsupported
					: unavailable("Redis cannot be reached: " + reason(cause), FailureLog.describable(cause)));
		}
	}

	private static String reason(Throwable failure) {
		RedisCommandExecutionException refusal = Refusals.refusalInside(failure);
		if (refusal == null) {
			return Thrown.message(Thrown.root(failure));
		}
		String message = Thrown.message(refusal);
		// Redis 6.2 leaves out the subcommand of what Lettuce sends to connect.
		return "the Redis user " + Refusals.missing("CLUSTER NODES", "", message) + " (" + message + ")";
	}

	private static RedisUnavailableException unavailable(String message, @Nullable Throwable cause) {
		return new RedisUnavailableException(message, Outcome.NOT_EXECUTED, cause);
	}

	@Override
	public void close() {
		if (this.closed) {
			// By the lifecycle first, and again with the bean: Lettuce would warn.
			return;
		}
		this.closed = true;
		closeNow(this.current.get());
	}

	/**
	 * Closes the present connection, if there is one, and waits for that; {@link #get()}
	 * then makes another.
	 */
	public void release() {
		if (!this.closed) {
			closeNow(this.current.getAndSet(null));
		}
	}

	private void closeNow(@Nullable CompletableFuture<C> known) {
		if (known != null && known.isDone() && !known.isCompletedExceptionally()) {
			known.join().closeAsync().join();
		}
		else if (known != null) {
			known.thenAccept(AsyncCloseable::closeAsync);
		}
	}

}
