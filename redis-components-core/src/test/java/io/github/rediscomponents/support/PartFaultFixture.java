// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Operations of many scripts, each with a fault before its first script, then before its
 * second one, and so on.
 */
public abstract class PartFaultFixture extends ProxiedRedisFixture {

	private static final Set<String> CALLS = Set.of("eval", "evalAsync", "call", "callAsync", "batch", "batchAsync");

	private static final Duration SHORT = Duration.ofMillis(300);

	private static final int ATTEMPTS = 50;

	protected final KeySpace keys = new KeySpace("test");

	/** Not by way of the proxy, for what is there before and looked at afterwards. */
	protected final CommandPort calm = TestPorts.connected(TestPorts.open(this.server));

	/** How many calls come before the fault. */
	private final AtomicInteger left = new AtomicInteger();

	private Runnable fault = () -> {
	};

	private int failures;

	protected PartFaultFixture() {
		super(Duration.ofMinutes(1));
	}

	@AfterEach
	protected final void closeCalm() {
		this.calm.close();
	}

	/** The port for the operations that are swept. */
	protected final CommandPort port(Fault fault) {
		return counted((fault == Fault.STOPPED_SERVER) ? this.port.withTimeout(SHORT) : this.port);
	}

	/** The same without a fault of the server. */
	protected final CommandPort sweptPort() {
		return counted(this.port);
	}

	private CommandPort counted(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (CALLS.contains(method.getName()) && this.left.decrementAndGet() == 0) {
				this.fault.run();
			}
			Object reply = real.proceed();
			return (reply instanceof CommandPort view) ? counted(view) : reply;
		});
	}

	/**
	 * Repeats an operation with a fault before each of its calls. It is made again while
	 * it fails.
	 * @param operation gets the number of the repetition, from 0, which has no fault
	 */
	protected final <T> void sweep(Fault fault, IntConsumer before, IntFunction<T> operation, After<T> after) {
		int calls = sweep((n) -> begin(fault), before, (n) -> carryOut(fault, operation, n), (n, result, came) -> {
			end(fault);
			assertThat(Thread.interrupted()).isEqualTo(came && fault == Fault.INTERRUPT);
			after.check(n, result, this.failures > 0 || (came && fault == Fault.LOST_REPLY));
			this.failures = 0;
		});
		assertThat(this.proxy.swallowedReplies()).isEqualTo((fault == Fault.LOST_REPLY) ? calls : 0);
	}

	/**
	 * Repeats an operation and does something before each of its calls.
	 * @param fault gets the number of the repetition, which is that of the call
	 * @return how many calls the operation has
	 */
	protected final <T> int sweep(IntConsumer fault, IntConsumer before, IntFunction<T> operation, After<T> after) {
		boolean came;
		int n = 0;
		do {
			int repetition = n;
			before.accept(n);
			this.fault = () -> fault.accept(repetition);
			this.left.set((n > 0) ? n : Integer.MAX_VALUE);
			T result = operation.apply(n);
			came = this.left.getAndSet(Integer.MAX_VALUE) <= 0;
			after.check(n, result, came);
			n++;
		}
		while (came || n == 1);
		assertThat(n).as("calls of the operation").isGreaterThan(3);
		assertThat(forgotten()).isEmpty();
		return n - 2;
	}

	private <T> T carryOut(Fault fault, IntFunction<T> operation, int n) {
		while (true) {
			try {
				return operation.apply(n);
			}
			catch (RedisUnavailableException | RedisCommandException ex) {
				this.failures++;
				if (this.failures > ATTEMPTS || (fault != Fault.STOPPED_SERVER && fault != Fault.READ_ONLY_SERVER)) {
					throw ex;
				}
				end(fault);
			}
		}
	}

	private void begin(Fault fault) {
		switch (fault) {
			case LOST_REPLY -> this.proxy.swallowNextReply();
			case INTERRUPT -> Thread.currentThread().interrupt();
			case STOPPED_SERVER -> this.server.pause();
			case READ_ONLY_SERVER -> this.server.command("REPLICAOF", "127.0.0.1", "1");
		}
	}

	private void end(Fault fault) {
		if (fault == Fault.STOPPED_SERVER) {
			this.server.resume();
		}
		else if (fault == Fault.READ_ONLY_SERVER) {
			this.server.command("REPLICAOF", "NO", "ONE");
		}
	}

	/** Keys that an operation works with and that would stay. */
	private List<String> forgotten() {
		return ((List<?>) this.server.command("KEYS", "*")).stream()
			.map(String::valueOf)
			.filter((key) -> key.matches(".*(work|build|mend|scroll|sent).*"))
			.filter((key) -> "-1".equals(this.server.command("PTTL", key)))
			.toList();
	}

	/** What happens before one of the calls of an operation. */
	public enum Fault {

		/** The server has executed the call. */
		LOST_REPLY,

		/** The thread is interrupted. */
		INTERRUPT,

		/** The server stops for longer than a call may take. */
		STOPPED_SERVER,

		/** The server is a replica until the operation has failed. */
		READ_ONLY_SERVER

	}

	/** What holds after an operation. */
	public interface After<T> {

		/**
		 * Checks it.
		 * @param repeated whether a call was made more than once, or there was a fault
		 */
		void check(int n, T result, boolean repeated);

	}

}
