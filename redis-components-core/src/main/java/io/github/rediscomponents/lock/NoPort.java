package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.LuaScript;
import io.github.rediscomponents.support.RedisBatch;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Replicated;
import io.github.rediscomponents.support.StreamReads;

/**
 * The port of locks whose keeper talks to servers of its own: there is nobody to be woken
 * by, and nothing to be sent.
 */
final class NoPort implements RedisPort {

	@Override
	public RedisBatch batch() {
		return new NoBatch();
	}

	@Override
	public Subscription subscribe(String channel, ChannelListener listener) {
		return () -> {
		};
	}

	@Override
	public StreamReads streamReads() {
		throw new UnsupportedOperationException();
	}

	@Override
	public int slot(String key) {
		return 0;
	}

	@Override
	public void close() {
	}

	@Override
	public <T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		throw nothing();
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys,
			byte[]... args) {
		throw nothing();
	}

	@Override
	public <T extends @Nullable Object> T call(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		throw nothing();
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		throw nothing();
	}

	@Override
	public <T extends @Nullable Object> Replicated<T> evalReplicated(LuaScript<T> script, String[] keys,
			int minReplicas, Duration wait, byte[]... args) {
		throw nothing();
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<Replicated<T>> evalReplicatedAsync(LuaScript<T> script,
			String[] keys, int minReplicas, Duration wait, byte[]... args) {
		throw nothing();
	}

	@Override
	public RedisPort withTimeout(Duration timeout) {
		throw nothing();
	}

	@Override
	public Duration timeout() {
		throw nothing();
	}

	@Override
	public void disconnect() {
	}

	private static IllegalStateException nothing() {
		return new IllegalStateException("There is no server behind this port");
	}

	/** Sends nothing, because nothing is ever added. */
	private static final class NoBatch implements RedisBatch {

		@Override
		public CompletionStage<byte @Nullable []> get(String key) {
			throw nothing();
		}

		@Override
		public CompletionStage<List<Object>> bitfield(String key, byte[]... args) {
			throw nothing();
		}

		@Override
		public <T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys,
				byte[]... args) {
			throw nothing();
		}

		@Override
		public void flush() {
		}

		@Override
		public <T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies,
				IntUnaryOperator items) {
			throw nothing();
		}

	}

}
