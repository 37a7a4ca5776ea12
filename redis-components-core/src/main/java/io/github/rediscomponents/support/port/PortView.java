// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.rediscomponents.support.Spans;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.link.KeyTracking;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * A port that delegates to another one. It is a view: closing it closes nothing.
 */
abstract class PortView implements CommandPort {

	private final CommandPort port;

	PortView(CommandPort port) {
		this.port = port;
	}

	/** Returns the port behind the view. */
	final CommandPort port() {
		return this.port;
	}

	@Override
	public <T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		return this.port.eval(script, keys, args);
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys,
			byte[]... args) {
		return this.port.evalAsync(script, keys, args);
	}

	@Override
	public <T extends @Nullable Object> Replicated<T> evalReplicated(LuaScript<T> script, String[] keys,
			int minReplicas, Duration wait, byte[]... args) {
		return this.port.evalReplicated(script, keys, minReplicas, wait, args);
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<Replicated<T>> evalReplicatedAsync(LuaScript<T> script,
			String[] keys, int minReplicas, Duration wait, byte[]... args) {
		return this.port.evalReplicatedAsync(script, keys, minReplicas, wait, args);
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
	public CompletionStage<RedisBatch> batchAsync() {
		return this.port.batchAsync();
	}

	@Override
	public boolean mayWait() {
		return this.port.mayWait();
	}

	@Override
	public void handOver(Runnable step) {
		this.port.handOver(step);
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
	public KeyTracking tracking(KeyTracking.Listener listener) {
		return this.port.tracking(listener);
	}

	@Override
	public Troubles troubles() {
		return this.port.troubles();
	}

	@Override
	public Spans spans() {
		return this.port.spans();
	}

	@Override
	public int slot(String key) {
		return this.port.slot(key);
	}

	@Override
	public String node(String key) {
		return this.port.node(key);
	}

	@Override
	public Set<String> nodes() {
		return this.port.nodes();
	}

	@Override
	public CompletionStage<Optional<String>> likelyCause() {
		return this.port.likelyCause();
	}

	@Override
	public Duration timeout() {
		return this.port.timeout();
	}

	@Override
	public void disconnect() {
		this.port.disconnect();
	}

	@Override
	public void close() {
	}

}
