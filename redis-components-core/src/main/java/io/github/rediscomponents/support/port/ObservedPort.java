// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.OperationObserver.Outcome;
import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Listeners;

/**
 * A port that reports the outcome of each of its scripts and commands.
 */
final class ObservedPort extends PortView {

	private static final String COMMAND = "command";

	private final String component;

	private final OperationObserver observer;

	/**
	 * A view of a port.
	 * @param port the port
	 * @param component the component that uses it
	 * @param observer receives the outcome of each operation
	 */
	ObservedPort(CommandPort port, String component, OperationObserver observer) {
		super(port);
		this.component = component;
		this.observer = Listeners.quiet(OperationObserver.class, OperationObserver.NONE, observer);
	}

	@Override
	public <T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		return observed(operation(script), () -> port().eval(script, keys, args));
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys,
			byte[]... args) {
		return observed(operation(script), port().evalAsync(script, keys, args));
	}

	@Override
	public <T extends @Nullable Object> Replicated<T> evalReplicated(LuaScript<T> script, String[] keys,
			int minReplicas, Duration wait, byte[]... args) {
		return observed(operation(script), () -> port().evalReplicated(script, keys, minReplicas, wait, args));
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<Replicated<T>> evalReplicatedAsync(LuaScript<T> script,
			String[] keys, int minReplicas, Duration wait, byte[]... args) {
		return observed(operation(script), port().evalReplicatedAsync(script, keys, minReplicas, wait, args));
	}

	@Override
	public <T extends @Nullable Object> T call(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		return observed(COMMAND, () -> port().call(command));
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		return observed(COMMAND, port().callAsync(command));
	}

	private <T extends @Nullable Object> T observed(String operation, Supplier<T> call) {
		long start = System.nanoTime();
		try {
			T reply = call.get();
			tell(operation, start, null);
			return reply;
		}
		catch (RuntimeException | Error ex) {
			tell(operation, start, ex);
			throw ex;
		}
	}

	// Not the result of whenComplete, which wraps exceptions.
	private <T extends @Nullable Object> CompletionStage<T> observed(String operation, CompletionStage<T> reply) {
		long start = System.nanoTime();
		reply.whenComplete((value, failure) -> tell(operation, start, failure));
		return reply;
	}

	private static String operation(LuaScript<?> script) {
		return script.name().substring(script.name().indexOf('/') + 1);
	}

	private void tell(String operation, long start, @Nullable Throwable failure) {
		this.observer.ended(this.component, operation, outcome(failure), System.nanoTime() - start);
	}

	private static Outcome outcome(@Nullable Throwable failure) {
		if (failure == null) {
			return Outcome.ANSWERED;
		}
		if (failure instanceof RedisCommandException) {
			return Outcome.REFUSED;
		}
		return (failure instanceof RedisUnavailableException) ? Outcome.UNAVAILABLE : Outcome.FAILED;
	}

	@Override
	public RedisBatch batch() {
		return new Batch(port().batch());
	}

	@Override
	public CompletionStage<RedisBatch> batchAsync() {
		return port().batchAsync().thenApply(Batch::new);
	}

	@Override
	public CommandPort withTimeout(Duration timeout) {
		return new ObservedPort(port().withTimeout(timeout), this.component, this.observer);
	}

	/** Times the calls from their flush on. */
	private final class Batch implements RedisBatch {

		private final List<Runnable> sent = new ArrayList<>();

		private final RedisBatch batch;

		Batch(RedisBatch batch) {
			this.batch = batch;
		}

		@Override
		public CompletionStage<byte @Nullable []> get(String key) {
			return timed(COMMAND, this.batch.get(key));
		}

		@Override
		public CompletionStage<List<Object>> bitfield(String key, byte[]... args) {
			return timed(COMMAND, this.batch.bitfield(key, args));
		}

		@Override
		public <T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys,
				byte[]... args) {
			return timed(operation(script), this.batch.eval(script, keys, args));
		}

		private <T extends @Nullable Object> CompletionStage<T> timed(String operation, CompletionStage<T> reply) {
			this.sent.add(() -> observed(operation, reply));
			return reply;
		}

		@Override
		public void flush() {
			this.sent.forEach(Runnable::run);
			this.sent.clear();
			this.batch.flush();
		}

		@Override
		public <T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies,
				IntUnaryOperator items, Predicate<? super T> done) {
			return this.batch.await(replies, items, done);
		}

	}

}
