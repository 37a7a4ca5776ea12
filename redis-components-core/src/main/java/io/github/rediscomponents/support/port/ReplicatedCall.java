// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Thrown;
import io.github.rediscomponents.support.link.Refusals;
import io.github.rediscomponents.support.link.TimeLimit;
import io.github.rediscomponents.support.server.Failures;
import io.lettuce.core.protocol.AsyncCommand;
import org.jspecify.annotations.Nullable;

/**
 * One script whose writes are to reach replicas, from the call to the answer.
 *
 * @param <T> the type of the converted reply
 */
final class ReplicatedCall<T extends @Nullable Object> {

	private static final String MOVED = "MOVED ";

	private final LuaScript<T> script;

	private final String[] keys;

	private final byte[][] args;

	private final Terms terms;

	private final ScriptRights rights;

	private final CompletableFuture<Replicated<T>> answer = new CompletableFuture<>();

	private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);

	private boolean asText;

	private boolean proving;

	private String target = "";

	private volatile @Nullable ReplicationRounds rounds;

	private @Nullable AsyncCommand<String, byte[], T> command;

	ReplicatedCall(LuaScript<T> script, String[] keys, byte[][] args, Terms terms, ScriptRights rights) {
		this.script = script;
		this.keys = keys;
		this.args = args;
		this.terms = terms;
		this.rights = rights;
	}

	Terms terms() {
		return this.terms;
	}

	String key() {
		return this.keys[0];
	}

	/**
	 * Returns the node that the server named for the slot, after
	 * {@link Verdict#ELSEWHERE}.
	 */
	String target() {
		return this.target;
	}

	/**
	 * Returns the rounds that it last joined.
	 * @return null when no connection was reached
	 */
	@Nullable ReplicationRounds rounds() {
		return this.rounds;
	}

	void joins(ReplicationRounds joined) {
		this.rounds = joined;
	}

	void fail(Throwable failure) {
		this.answer.completeExceptionally(failure);
	}

	/**
	 * Limits the duration of the call.
	 */
	CompletionStage<Replicated<T>> within(long nanos, Background background) {
		CompletableFuture<Replicated<T>> bounded = new CompletableFuture<>();
		TimeLimit.set(this.answer, nanos, background).whenComplete((reply, failure) -> {
			if (failure == null) {
				bounded.complete(reply);
			}
			else if (failure instanceof TimeoutException) {
				Stage reached = this.stage.getAndSet(Stage.GIVEN_UP);
				bounded.completeExceptionally(new RedisUnavailableException("Redis did not answer in time",
						(reached == Stage.QUEUED) ? Outcome.NOT_EXECUTED : Outcome.UNKNOWN, failure));
			}
			else {
				bounded.completeExceptionally(Failures.translate(failure));
			}
		});
		return bounded;
	}

	/**
	 * Returns the command to send now.
	 * @return null when no caller waits for it any more
	 */
	@Nullable AsyncCommand<String, byte[], T> take() {
		if (!this.stage.compareAndSet(Stage.QUEUED, Stage.SENT)) {
			return null;
		}
		this.proving = this.rights.mustProve(this.script, this.keys);
		AsyncCommand<String, byte[], T> made;
		if (this.proving) {
			made = ScriptCommands.eval(this.script, this.rights.text(this.script), this.keys, this.args);
		}
		else {
			made = this.asText ? ScriptCommands.eval(this.script, this.script.text(), this.keys, this.args)
					: ScriptCommands.evalsha(this.script, this.keys, this.args);
		}
		this.command = made;
		return made;
	}

	/**
	 * Answers the caller, once the command and the WAIT after it are done.
	 * @param acknowledged the reply of WAIT
	 * @return the next step
	 */
	Verdict settle(CompletableFuture<Long> acknowledged) {
		AsyncCommand<String, byte[], T> sent = this.command;
		if (sent == null) {
			throw new IllegalStateException("Not sent yet");
		}
		Throwable failure = failure(sent);
		if (failure == null) {
			if (this.proving) {
				this.rights.proved(this.script);
			}
			answer(sent.join(), acknowledged);
			return Verdict.DONE;
		}
		if (!this.asText && Failures.isNoScript(failure)) {
			this.asText = true;
			return again(Verdict.AGAIN);
		}
		String message = Thrown.message(Failures.unwrap(failure));
		if (message.startsWith(MOVED) && this.target.isEmpty()) {
			this.target = message.substring(message.lastIndexOf(' ') + 1);
			return again(Verdict.ELSEWHERE);
		}
		fail(this.rights.explain(this.script, this.keys, failure));
		return Verdict.DONE;
	}

	private Verdict again(Verdict verdict) {
		return this.stage.compareAndSet(Stage.SENT, Stage.QUEUED) ? verdict : Verdict.DONE;
	}

	private void answer(T reply, CompletableFuture<Long> acknowledged) {
		Throwable failure = failure(acknowledged);
		if (failure == null) {
			this.answer.complete(new Replicated<>(reply, acknowledged.join().intValue()));
		}
		else if (Failures.translate(Refusals.explain(acknowledged, failure)) instanceof RedisCommandException refused) {
			fail(refused);
		}
		else {
			fail(new RedisUnavailableException(
					"The script ran, but the replicas did not answer: " + Thrown.message(Failures.unwrap(failure)),
					Outcome.UNKNOWN, failure));
		}
	}

	private static @Nullable Throwable failure(CompletableFuture<?> done) {
		return done.isCompletedExceptionally() ? done.handle((reply, failure) -> failure).join() : null;
	}

	/**
	 * How many replicas to wait for, and how long; calls with the same terms share a
	 * WAIT.
	 *
	 * @param minReplicas at least 1
	 * @param waitMillis at least 1, because WAIT takes 0 for "for ever"
	 */
	record Terms(int minReplicas, long waitMillis) {

		static Terms of(int minReplicas, Duration wait) {
			return new Terms(Checks.between("minReplicas", minReplicas, 1, Integer.MAX_VALUE),
					Checks.between("wait", wait, Duration.ofMillis(1), Duration.ofHours(1)).toMillis());
		}

	}

	/** How far a call has come. */
	private enum Stage {

		QUEUED, SENT, GIVEN_UP

	}

	/** The next step of a call. */
	enum Verdict {

		/** Nothing: it was answered, or no caller waits for it. */
		DONE,

		/** The server did not know the script: send its text. */
		AGAIN,

		/** Another node has the slot: send it there. */
		ELSEWHERE

	}

}
