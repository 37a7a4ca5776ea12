// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Spans;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.link.Dependent;
import io.github.rediscomponents.support.link.KeyTracking;
import io.github.rediscomponents.support.link.Link;
import io.github.rediscomponents.support.link.Refusals;
import io.github.rediscomponents.support.link.TimeLimit;
import io.github.rediscomponents.support.link.TrackingConnections;
import io.github.rediscomponents.support.port.ReplicatedCall.Terms;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.support.topology.TopologyWatch;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import org.jspecify.annotations.Nullable;

/**
 * {@link CommandPort} on Lettuce.
 */
final class LettuceRedisPort implements CommandPort {

	private final RedisConnector connector;

	private final Background background;

	private final PrimaryLink primary;

	private final TopologyWatch topology;

	private final SlotMoves moves;

	private final ScriptRights rights;

	private final ReplicatedScripts replicated;

	private final Subscriptions subscriptions;

	private final Shared shared;

	private final Duration timeout;

	private final long timeoutNanos;

	private final boolean owner;

	private LettuceRedisPort(RedisConnector connector, Background background, PrimaryLink primary,
			TopologyWatch topology, ScriptRights rights, ReplicatedScripts replicated, Subscriptions subscriptions,
			Shared shared, Duration timeout, boolean owner) {
		this.connector = connector;
		this.background = background;
		this.primary = primary;
		this.topology = topology;
		this.moves = new SlotMoves(topology, background);
		this.rights = rights;
		this.replicated = replicated;
		this.subscriptions = subscriptions;
		this.shared = shared;
		this.timeout = Checks.between("timeout", timeout, Duration.ofMillis(1), Duration.ofHours(1));
		this.timeoutNanos = timeout.toNanos();
		this.owner = owner;
	}

	static LettuceRedisPort open(RedisConnector client, Background background, Duration timeout) {
		Shared shared = new Shared();
		AtomicReference<@Nullable Subscriptions> subscribed = new AtomicReference<>();
		TopologyWatch topology = new TopologyWatch(background, client, (masters, serving) -> {
			Objects.requireNonNull(subscribed.get()).changed(serving);
			shared.dependents().forEach((dependent) -> dependent.changed(masters));
		});
		RedisConnector connector = topology.following(client);
		ScriptRights rights = new ScriptRights();
		ReplicatedScripts replicated = new ReplicatedScripts(connector, background);
		Subscriptions subscriptions = new Subscriptions(connector, background);
		subscribed.set(subscriptions);
		PrimaryLink primary = new PrimaryLink(connector, background, rights, topology, () -> {
			replicated.reconnect();
			subscriptions.reconnect();
			shared.dependents().forEach(Dependent::reconnect);
		});
		return new LettuceRedisPort(connector, background, primary, topology, rights, replicated, subscriptions, shared,
				timeout, true);
	}

	@Override
	public <T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		script.checkArity(keys.length, args.length);
		checkMayWait();
		long deadline = System.nanoTime() + this.timeoutNanos;
		return this.moves.repeated(deadline, () -> eval(deadline, script, keys, args));
	}

	private <T extends @Nullable Object> T eval(long deadline, LuaScript<T> script, String[] keys, byte[]... args) {
		Link to = link(deadline);
		try {
			if (this.rights.mustProve(script, keys)) {
				return Awaiting.await(this.rights.prove(to.commands(), script, keys, args).toCompletableFuture(),
						deadline);
			}
			AsyncCommand<String, byte[], T> evalsha = ScriptCommands.evalsha(script, keys, args);
			to.dispatch(evalsha);
			return Awaiting.await(evalsha, deadline);
		}
		catch (ExecutionException | RedisUnavailableException ex) {
			if (Failures.isNoScript(ex)) {
				return evalByText(to, deadline, script, keys, args);
			}
			throw failed(this.rights.explain(script, keys, ex));
		}
	}

	private <T extends @Nullable Object> T evalByText(Link to, long deadline, LuaScript<T> script, String[] keys,
			byte[]... args) {
		AsyncCommand<String, byte[], T> eval = ScriptCommands.eval(script, script.text(), keys, args);
		try {
			to.dispatch(eval);
			return Awaiting.await(eval, deadline);
		}
		catch (ExecutionException | RedisUnavailableException ex) {
			throw failed(this.rights.explain(script, keys, ex));
		}
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys,
			byte[]... args) {
		script.checkArity(keys.length, args.length);
		return callAsync((commands) -> {
			CompletableFuture<T> reply = new CompletableFuture<>();
			RedisFuture<T> sent = this.rights.mustProve(script, keys) ? this.rights.prove(commands, script, keys, args)
					: ScriptCommands.evalsha(commands, script, keys, args);
			settle(sent, reply, script, keys, () -> ScriptCommands.eval(commands, script, script.text(), keys, args));
			return reply;
		});
	}

	/**
	 * Settles a reply with that of a command. A command that waits for a reconnect is not
	 * sent after the caller has given up the reply.
	 * @param byText sends the script's text, if the server did not know it; null if that
	 * was done
	 */
	private <T extends @Nullable Object> void settle(RedisFuture<T> sent, CompletableFuture<T> reply,
			LuaScript<T> script, String[] keys, @Nullable Supplier<RedisFuture<T>> byText) {
		sent.whenComplete((value, failure) -> {
			try {
				if (failure == null) {
					reply.complete(value);
				}
				else if (byText == null || reply.isDone() || !Failures.isNoScript(failure)) {
					reply.completeExceptionally(this.rights.explain(script, keys, failure));
				}
				else {
					settle(byText.get(), reply, script, keys, null);
				}
			}
			catch (RuntimeException | Error ex) {
				reply.completeExceptionally(ex);
			}
		});
		reply.whenComplete((known, failure) -> {
			if (reply.isCancelled()) {
				sent.cancel(true);
			}
		});
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<Replicated<T>> evalReplicatedAsync(LuaScript<T> script,
			String[] keys, int minReplicas, Duration wait, byte[]... args) {
		script.checkArity(keys.length, args.length);
		Checks.isTrue(keys.length > 0, "keys must contain at least one key, which determines where the script runs");
		CompletionStage<Replicated<T>> answer = this.replicated.eval(
				new ReplicatedCall<>(script, keys, args, Terms.of(minReplicas, wait), this.rights), this.timeoutNanos);
		answer.whenComplete((reply, failure) -> {
			if (failure != null && this.primary.isCluster()) {
				this.primary.failed(failure);
			}
		});
		return answer;
	}

	@Override
	public <T extends @Nullable Object> T call(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		checkMayWait();
		long deadline = System.nanoTime() + this.timeoutNanos;
		return this.moves.repeated(deadline, () -> await(command.apply(link(deadline).commands()), deadline));
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		return new AsyncCall<>(this, this.primary, this.moves, command).start();
	}

	<T extends @Nullable Object> T await(CompletionStage<T> reply, long deadline) {
		try {
			return Awaiting.await(reply.toCompletableFuture(), deadline);
		}
		catch (ExecutionException | RedisUnavailableException ex) {
			throw failed(Refusals.explain(reply, ex));
		}
	}

	RuntimeException failed(Throwable failure) {
		this.primary.failed(failure);
		return Failures.translate(failure);
	}

	private Link link(long deadline) {
		Link known = this.primary.known(this.timeoutNanos);
		if (known != null) {
			return known;
		}
		try {
			// A copy, because giving up must not cancel the attempt that others wait for.
			return Awaiting.await(this.primary.get().copy(), deadline);
		}
		catch (ExecutionException ex) {
			throw Failures.translate(ex);
		}
		catch (RedisUnavailableException ex) {
			throw unreached(ex);
		}
	}

	private RedisUnavailableException unreached(Throwable cause) {
		return new RedisUnavailableException("Redis could not be reached within " + this.timeout, Outcome.NOT_EXECUTED,
				cause);
	}

	@Override
	public RedisBatch batch() {
		checkMayWait();
		return new LettuceRedisBatch(this, link(System.nanoTime() + this.timeoutNanos));
	}

	@Override
	public CompletionStage<RedisBatch> batchAsync() {
		try {
			Link known = this.primary.known(this.timeoutNanos);
			if (known != null) {
				return CompletableFuture.completedStage(new LettuceRedisBatch(this, known));
			}
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedStage(Failures.translate(ex));
		}
		CompletableFuture<RedisBatch> made = this.primary.get().thenApply((link) -> new LettuceRedisBatch(this, link));
		CompletableFuture<RedisBatch> bounded = new CompletableFuture<>();
		TimeLimit.set(made, this.timeoutNanos, this.background).whenComplete((batch, failure) -> {
			if (failure == null) {
				bounded.complete(batch);
			}
			else {
				bounded.completeExceptionally(
						(failure instanceof TimeoutException) ? unreached(failure) : Failures.translate(failure));
			}
		});
		return bounded;
	}

	@Override
	public boolean mayWait() {
		return !this.connector.isServing();
	}

	@Override
	public void handOver(Runnable step) {
		try {
			this.background.stages().execute(step);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			step.run();
		}
	}

	@Override
	public Subscription subscribe(String channel, ChannelListener listener) {
		return this.subscriptions.add(channel, listener);
	}

	@Override
	public StreamReads streamReads() {
		LettuceStreamReads made = new LettuceStreamReads(this.connector, this.background, this,
				this.shared.dependents()::remove);
		this.shared.dependents().add(made);
		return made;
	}

	@Override
	public KeyTracking tracking(KeyTracking.Listener listener) {
		TrackingConnections made = new TrackingConnections(this.connector, this.background, listener,
				this.shared.dependents()::remove);
		this.shared.dependents().add(made);
		return made;
	}

	@Override
	public int slot(String key) {
		return this.primary.isCluster() ? SlotHash.getSlot(key) : 0;
	}

	@Override
	public String node(String key) {
		return this.primary.node(key);
	}

	@Override
	public Set<String> nodes() {
		return this.primary.nodes();
	}

	@Override
	public CommandPort withTimeout(Duration other) {
		return new LettuceRedisPort(this.connector, this.background, this.primary, this.topology, this.rights,
				this.replicated, this.subscriptions, this.shared, other, false);
	}

	@Override
	public Troubles troubles() {
		return this.shared.troubles();
	}

	@Override
	public Spans spans() {
		return this.shared.spans();
	}

	@Override
	public Duration timeout() {
		return this.timeout;
	}

	/** Returns whether a master of a cluster does not answer just now. */
	boolean isInTrouble() {
		return this.topology.isInTrouble();
	}

	ScriptRights rights() {
		return this.rights;
	}

	Background background() {
		return this.background;
	}

	long timeoutNanos() {
		return this.timeoutNanos;
	}

	@Override
	public CompletionStage<Optional<String>> likelyCause() {
		return CompletableFuture.supplyAsync(this.connector::likelyCause, this.background.workers());
	}

	@Override
	public void disconnect() {
		this.subscriptions.disconnect();
		this.replicated.disconnect();
		this.shared.dependents().forEach(Dependent::reconnect);
		this.primary.disconnect();
	}

	@Override
	public void close() {
		if (this.owner) {
			this.topology.close();
			this.subscriptions.close();
			this.replicated.close();
			this.primary.close();
			this.connector.close();
		}
	}

}
