package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.protocol.AsyncCommand;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * {@link RedisPort} on Lettuce.
 */
final class LettuceRedisPort implements RedisPort {

	private final SharedConnection<StatefulConnection<String, byte[]>> connection;

	private final Subscriptions subscriptions;

	private final Duration timeout;

	private final long timeoutNanos;

	private final boolean owner;

	private volatile @Nullable Link link;

	private LettuceRedisPort(SharedConnection<StatefulConnection<String, byte[]>> connection,
			Subscriptions subscriptions, Duration timeout, boolean owner) {
		this.connection = connection;
		this.subscriptions = subscriptions;
		this.timeout = Checks.between("timeout", timeout, Duration.ofMillis(1), Duration.ofHours(1));
		this.timeoutNanos = timeout.toNanos();
		this.owner = owner;
	}

	static LettuceRedisPort open(RedisConnector connector, Background background, Duration timeout) {
		SharedConnection<StatefulConnection<String, byte[]>> connection = new SharedConnection<>(() -> {
			StatefulConnection<String, byte[]> made = connector.connect();
			try {
				// The port has a time-out of its own; Lettuce's would set a timer for
				// every command.
				made.setTimeout(Duration.ZERO);
				ServerVersion.check(Link.on(made).commands().info("server").get(10, TimeUnit.SECONDS));
				return made;
			}
			catch (Exception ex) {
				made.closeAsync();
				throw (ex instanceof UnsupportedRedisException unsupported) ? unsupported : new CompletionException(ex);
			}
		}, background.workers());
		return new LettuceRedisPort(connection, new Subscriptions(connector, background), timeout, true);
	}

	@Override
	public <T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		script.checkArity(keys.length, args.length);
		long deadline = System.nanoTime() + this.timeoutNanos;
		Link to = link(deadline);
		AsyncCommand<String, byte[], T> evalsha = ScriptCommands.evalsha(script, keys, args);
		try {
			to.dispatch(evalsha);
			return Awaiting.await(evalsha, deadline);
		}
		catch (ExecutionException ex) {
			if (Failures.isNoScript(ex)) {
				return await(to.commands().<T>eval(script.text(), script.output(), keys, args), deadline);
			}
			throw Failures.translate(ex);
		}
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys,
			byte[]... args) {
		script.checkArity(keys.length, args.length);
		return callAsync((commands) -> this.<T>orEval(commands.<T>evalsha(script.sha(), script.output(), keys, args),
				() -> commands.<T>eval(script.text(), script.output(), keys, args)));
	}

	<T extends @Nullable Object> CompletionStage<T> orEval(CompletionStage<T> evalsha,
			Supplier<CompletionStage<T>> eval) {
		return evalsha.handle((reply, failure) -> {
			if (failure != null && Failures.isNoScript(failure)) {
				return eval.get();
			}
			return (failure != null) ? CompletableFuture.<T>failedStage(failure)
					: CompletableFuture.completedStage(reply);
		}).thenCompose(Function.identity());
	}

	@Override
	public <T extends @Nullable Object> T call(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		long deadline = System.nanoTime() + this.timeoutNanos;
		return await(command.apply(link(deadline).commands()), deadline);
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		CompletableFuture<T> result = new CompletableFuture<>();
		CompletionStage<T> sent;
		try {
			Link known = this.link;
			if (known != null) {
				known.checkUp(this.timeoutNanos);
				sent = command.apply(known.commands());
			}
			else {
				sent = this.connection.get().thenCompose((made) -> command.apply(adopt(made).commands()));
			}
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedStage(Failures.translate(ex));
		}
		sent.whenComplete((reply, failure) -> {
			if (failure != null) {
				result.completeExceptionally(Failures.translate(failure));
			}
			else {
				result.complete(reply);
			}
		});
		return result.orTimeout(this.timeoutNanos, TimeUnit.NANOSECONDS).exceptionallyCompose((failure) -> {
			sent.toCompletableFuture().cancel(true);
			return CompletableFuture.failedStage(Failures.translate(failure));
		});
	}

	<T extends @Nullable Object> T await(CompletionStage<T> reply, long deadline) {
		try {
			return Awaiting.await(reply.toCompletableFuture(), deadline);
		}
		catch (ExecutionException ex) {
			throw Failures.translate(ex);
		}
	}

	Link link() {
		return link(System.nanoTime() + this.timeoutNanos);
	}

	private Link link(long deadline) {
		Link known = this.link;
		if (known != null) {
			known.checkUp(this.timeoutNanos);
			return known;
		}
		CompletableFuture<StatefulConnection<String, byte[]>> attempt = this.connection.get();
		try {
			// A copy, because giving up must not cancel the attempt that others wait for.
			return adopt(Awaiting.await(attempt.copy(), deadline));
		}
		catch (ExecutionException ex) {
			throw Failures.translate(ex);
		}
		catch (RedisUnavailableException ex) {
			throw new RedisUnavailableException("Redis could not be reached within " + this.timeout,
					Outcome.NOT_EXECUTED, ex);
		}
	}

	private synchronized Link adopt(StatefulConnection<String, byte[]> made) {
		Link known = this.link;
		if (known == null) {
			known = Link.on(made);
			this.link = known;
		}
		return known;
	}

	@Override
	public RedisBatch batch() {
		return new LettuceRedisBatch(this);
	}

	@Override
	public Subscription subscribe(String channel, ChannelListener listener) {
		return this.subscriptions.add(channel, listener);
	}

	@Override
	public int slot(String key) {
		Link known = this.link;
		return (known != null && known.isCluster()) ? SlotHash.getSlot(key) : 0;
	}

	@Override
	public RedisPort withTimeout(Duration other) {
		return new LettuceRedisPort(this.connection, this.subscriptions, other, false);
	}

	@Override
	public Duration timeout() {
		return this.timeout;
	}

	long timeoutNanos() {
		return this.timeoutNanos;
	}

	@Override
	public void close() {
		if (this.owner) {
			this.subscriptions.close();
			this.connection.close();
		}
	}

}
