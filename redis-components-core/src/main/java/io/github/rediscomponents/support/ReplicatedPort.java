package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * A port whose scripts fail when too few replicas acknowledged them.
 *
 * @param port the port
 * @param minReplicas how many replicas are enough
 * @param patience how long to wait for them
 */
record ReplicatedPort(RedisPort port, int minReplicas, Duration patience) implements RedisPort {

	@Override
	public <T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		Replicated<T> replicated = evalReplicated(script, keys, this.minReplicas, this.patience, args);
		if (replicated.replicas() < this.minReplicas) {
			throw tooFew(replicated);
		}
		return replicated.reply();
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys,
			byte[]... args) {
		CompletableFuture<T> result = new CompletableFuture<>();
		evalReplicatedAsync(script, keys, this.minReplicas, this.patience, args).whenComplete((replicated, failure) -> {
			if (failure != null) {
				result.completeExceptionally(failure);
			}
			else if (replicated.replicas() < this.minReplicas) {
				result.completeExceptionally(tooFew(replicated));
			}
			else {
				result.complete(replicated.reply());
			}
		});
		return result;
	}

	// Callers must take it back, as after an answer that was lost.
	private RedisUnavailableException tooFew(Replicated<?> replicated) {
		return new RedisUnavailableException("Only " + replicated.replicas() + " of " + this.minReplicas
				+ " replicas acknowledged within " + this.patience, Outcome.UNKNOWN, null);
	}

	@Override
	public <T extends @Nullable Object> Replicated<T> evalReplicated(LuaScript<T> script, String[] keys, int min,
			Duration longest, byte[]... args) {
		return this.port.evalReplicated(script, keys, min, longest, args);
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<Replicated<T>> evalReplicatedAsync(LuaScript<T> script,
			String[] keys, int min, Duration longest, byte[]... args) {
		return this.port.evalReplicatedAsync(script, keys, min, longest, args);
	}

	@Override
	public <T extends @Nullable Object> T call(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		return this.port.call(command);
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		return this.port.callAsync(command);
	}

	@Override
	public RedisBatch batch() {
		return this.port.batch();
	}

	@Override
	public Subscription subscribe(String channel, ChannelListener listener) {
		return this.port.subscribe(channel, listener);
	}

	@Override
	public StreamReads streamReads() {
		return this.port.streamReads();
	}

	@Override
	public int slot(String key) {
		return this.port.slot(key);
	}

	@Override
	public RedisPort withTimeout(Duration timeout) {
		return new ReplicatedPort(this.port.withTimeout(timeout), this.minReplicas, this.patience);
	}

	@Override
	public Duration timeout() {
		return this.port.timeout();
	}

	@Override
	public void disconnect() {
		this.port.disconnect();
	}

	// A view, as withTimeout gives it.
	@Override
	public void close() {
	}

}
