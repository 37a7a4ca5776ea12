// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.link.Link;
import io.github.rediscomponents.support.port.ReplicatedCall.Terms;
import io.github.rediscomponents.support.port.ReplicatedCall.Verdict;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.AsyncCommand;
import org.jspecify.annotations.Nullable;

/**
 * Scripts with WAITs on one connection to one server. A WAIT blocks its connection, so
 * what comes meanwhile goes out together afterwards, with one WAIT for all: that one
 * counts the replicas that have the last write of the connection and with it all earlier
 * ones.
 *
 * <p>
 * Lettuce would send again, on the next connection, what was not answered on the last
 * one. A WAIT that is alone in that would count for a connection that wrote nothing, and
 * report replicas that have nothing. Therefore a round ends with its connection, before
 * Lettuce reconnects.
 */
final class ReplicationRounds implements RedisConnectionStateListener {

	private final StatefulRedisConnection<String, byte[]> connection;

	private final Link link;

	private final Consumer<ReplicatedCall<?>> elsewhere;

	private final Consumer<ReplicatedCall<?>> afresh;

	private final Lock lock = new ReentrantLock();

	// Guarded by the lock.
	private final Deque<ReplicatedCall<?>> queued = new ArrayDeque<>();

	// Guarded by the lock.
	private @Nullable Round current;

	// Guarded by the lock.
	private boolean left;

	/**
	 * Starts without a round.
	 * @param connection used for nothing else
	 * @param elsewhere takes a call whose slot is on another node
	 * @param afresh takes a call that was not sent before the connection was
	 * {@linkplain #leave left}
	 */
	ReplicationRounds(StatefulRedisConnection<String, byte[]> connection, Consumer<ReplicatedCall<?>> elsewhere,
			Consumer<ReplicatedCall<?>> afresh) {
		this.connection = connection;
		this.link = Link.on(connection);
		this.elsewhere = elsewhere;
		this.afresh = afresh;
		connection.addListener(this);
	}

	boolean isOn(StatefulRedisConnection<String, byte[]> other) {
		return this.connection == other;
	}

	long downNanos() {
		return this.link.downNanos();
	}

	/**
	 * Sends a call now, or with the next round.
	 * @param call not answered yet
	 * @param graceNanos how long the connection may be down before calls fail at once
	 */
	void add(ReplicatedCall<?> call, long graceNanos) {
		call.joins(this);
		this.link.checkUp(graceNanos);
		locked(() -> this.queued.add(call));
		next();
	}

	/**
	 * Starts no further round: the connection is given up. Calls that were not sent go to
	 * the next connection.
	 */
	void leave() {
		locked(() -> this.left = true);
		next();
	}

	private void next() {
		List<ReplicatedCall<?>> homeless = locked(this::homeless);
		List<Runnable> unmade = new ArrayList<>();
		Round round = locked(() -> begin(unmade));
		unmade.forEach(Runnable::run);
		homeless.forEach(this.afresh);
		if (round == null) {
			return;
		}
		round.done().whenComplete((done, failure) -> over(round));
		try {
			this.link.dispatch(round.commands());
		}
		catch (RuntimeException | Error ex) {
			round.fail(ex);
		}
	}

	private void over(Round round) {
		Deque<ReplicatedCall<?>> again = new ArrayDeque<>();
		for (ReplicatedCall<?> call : round.calls()) {
			try {
				Verdict verdict = call.settle(round.waitFor());
				if (verdict == Verdict.AGAIN) {
					again.addFirst(call);
				}
				else if (verdict == Verdict.ELSEWHERE) {
					this.elsewhere.accept(call);
				}
			}
			catch (RuntimeException | Error ex) {
				call.fail(ex);
			}
		}
		locked(() -> {
			this.current = null;
			again.forEach(this.queued::addFirst);
			return true;
		});
		next();
	}

	private List<ReplicatedCall<?>> homeless() {
		if (!this.left) {
			return List.of();
		}
		List<ReplicatedCall<?>> homeless = List.copyOf(this.queued);
		this.queued.clear();
		return homeless;
	}

	/**
	 * Takes what goes out together.
	 * @param unmade receives what ends the calls that cannot be sent
	 */
	private @Nullable Round begin(List<Runnable> unmade) {
		if (this.current != null || this.left) {
			return null;
		}
		Round round = Round.of(this.queued, unmade);
		this.current = round;
		return round;
	}

	private <R extends @Nullable Object> R locked(Supplier<R> change) {
		this.lock.lock();
		try {
			return change.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
		Round lost = locked(() -> this.current);
		if (lost != null) {
			lost.fail(new RedisUnavailableException("The connection was lost before the replicas had answered",
					Outcome.UNKNOWN, null));
		}
	}

	/**
	 * Calls with the same terms, and the WAIT for them.
	 *
	 * @param calls the calls
	 * @param scripts their commands, in the same order
	 * @param waitFor the WAIT
	 */
	private record Round(List<ReplicatedCall<?>> calls, List<AsyncCommand<String, byte[], ?>> scripts,
			AsyncCommand<String, byte[], Long> waitFor) {

		static @Nullable Round of(Deque<ReplicatedCall<?>> queued, List<Runnable> unmade) {
			List<ReplicatedCall<?>> calls = new ArrayList<>();
			List<AsyncCommand<String, byte[], ?>> scripts = new ArrayList<>();
			Terms terms = null;
			while (!queued.isEmpty() && (terms == null || terms.equals(queued.element().terms()))) {
				ReplicatedCall<?> call = queued.remove();
				try {
					AsyncCommand<String, byte[], ?> script = call.take();
					if (script != null) {
						terms = call.terms();
						calls.add(call);
						scripts.add(script);
					}
				}
				catch (RuntimeException | Error ex) {
					unmade.add(() -> call.fail(ex));
				}
			}
			return (terms == null) ? null
					: new Round(calls, scripts, ScriptCommands.waitFor(terms.minReplicas(), terms.waitMillis()));
		}

		CompletableFuture<Void> done() {
			return CompletableFuture.allOf(commands().toArray(CompletableFuture[]::new));
		}

		List<AsyncCommand<String, byte[], ?>> commands() {
			List<AsyncCommand<String, byte[], ?>> all = new ArrayList<>(this.scripts);
			all.add(this.waitFor);
			return all;
		}

		void fail(Throwable failure) {
			this.scripts.forEach((script) -> script.completeExceptionally(failure));
			this.waitFor.completeExceptionally(failure);
		}

	}

}
