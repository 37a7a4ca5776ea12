// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Operations of several calls that are refused from the first one on, then from the
 * second one on, and so on. An exception that says that nothing was changed must be
 * right.
 */
public abstract class PartOutcomeFixture extends PartFaultFixture {

	protected final Background background = new Background();

	/** What a test closes at its end. */
	protected final List<AutoCloseable> open = new ArrayList<>();

	@AfterEach
	protected final void close() throws Exception {
		for (AutoCloseable each : this.open) {
			each.close();
		}
		this.background.close();
	}

	protected final StreamQueues streams(CommandPort redis) {
		StreamQueues streams = StreamQueues.create(redis, this.keys, ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()));
		this.open.add(() -> streams.stop(Duration.ofSeconds(5)));
		return streams;
	}

	protected static Set<String> numbered(String name, int from, int to) {
		return IntStream.range(from, to).mapToObj((i) -> name + i).collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Repeats an operation whose calls are refused from the first one on, then from the
	 * second one on, and so on.
	 * @param state reads what the operation changes
	 */
	protected final void sweep(Refusal refusal, Step before, Step operation, IntFunction<Object> state) {
		assertThat(told(refusal, before, operation, state)).contains(true);
	}

	/** Whether each exception said that nothing was changed. */
	protected final List<Boolean> told(Refusal refusal, Step before, Step operation, IntFunction<Object> state) {
		AtomicReference<Object> was = new AtomicReference<>();
		List<Boolean> unchanged = new ArrayList<>();
		this.<Optional<RedisComponentsException>>sweep((n) -> refusal.begin(this.server), (n) -> {
			before.run(n);
			was.set(state.apply(n));
		}, (n) -> failure(operation, n), (n, failure, came) -> {
			refusal.end(this.server);
			assertThat(failure.isPresent() && !came).isFalse();
			failure.ifPresent((ex) -> {
				unchanged.add(saysThatNothingWasChanged(ex));
				if (saysThatNothingWasChanged(ex)) {
					assertThat(state.apply(n)).as("after call %d was refused: %s", n, ex).isEqualTo(was.get());
				}
			});
		});
		return unchanged;
	}

	private static Optional<RedisComponentsException> failure(Step operation, int n) {
		try {
			operation.run(n);
			return Optional.empty();
		}
		catch (RedisUnavailableException | RedisCommandException ex) {
			return Optional.of(ex);
		}
	}

	private static boolean saysThatNothingWasChanged(RedisComponentsException failure) {
		BatchProgress progress = failure.progress().orElse(new BatchProgress(0, 0, 1));
		boolean nothing = progress.notDone() == progress.total();
		if (failure instanceof RedisUnavailableException unavailable) {
			assertThat(unavailable.outcome() == Outcome.NOT_EXECUTED && !nothing).isFalse();
			return unavailable.outcome() == Outcome.NOT_EXECUTED;
		}
		return nothing;
	}

	/** Why Redis refuses. */
	protected enum Refusal {

		/** It is a replica. */
		READ_ONLY {

			@Override
			void begin(RedisServer server) {
				server.command("REPLICAOF", "127.0.0.1", "1");
			}

			@Override
			void end(RedisServer server) {
				server.command("REPLICAOF", "NO", "ONE");
			}

		},

		/** The user has lost its rights. */
		FORBIDDEN {

			@Override
			void begin(RedisServer server) {
				server.command("ACL", "SETUSER", "default", "-@scripting", "-@write");
			}

			@Override
			void end(RedisServer server) {
				server.command("ACL", "SETUSER", "default", "+@all");
			}

		};

		abstract void begin(RedisServer server);

		abstract void end(RedisServer server);

	}

	/** Does something in a repetition. */
	protected interface Step {

		void run(int n);

	}

}
