// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.contract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;

import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.lock.LockObserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

/**
 * Implementations that do not keep the contract fail the test that says so.
 */
class BrokenTests {

	@ParameterizedTest
	@CsvSource({ "Forgetful, readsWhatItWrote", "Greedy, readsAPartOfAnArray", "Overwriting, doesNotChangeWhatItReads",
			"Careless, refusesWhatItCannotReadWithACodecException", "Nameless, hasAFormatThatStays",
			"ThreadBound, isSafeForThreads", "Throwing, acceptsEveryEvent" })
	void isFound(String broken, String test) throws ClassNotFoundException {
		List<String> failed = EngineTestKit.engine("junit-jupiter")
			.configurationParameter(InTestKit.PARAMETER, "true")
			.selectors(selectClass(Class.forName(BrokenTests.class.getName() + "$" + broken)))
			.execute()
			.testEvents()
			.failed()
			.stream()
			.map((event) -> event.getTestDescriptor().getDisplayName())
			.toList();
		assertThat(failed).contains(test + "()");
	}

	/** Without it, whatever looks for tests in all classes would run these, too. */
	static final class InTestKit implements ExecutionCondition {

		static final String PARAMETER = "broken.in.test.kit";

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			return context.getConfigurationParameter(PARAMETER).isPresent() ? ConditionEvaluationResult.enabled(null)
					: ConditionEvaluationResult.disabled("It is broken");
		}

	}

	/** A codec of text with a mistake. */
	@ExtendWith(InTestKit.class)
	abstract static class BrokenCodec extends ValueCodecContract<String> implements ValueCodec<String> {

		@Override
		protected ValueCodec<String> codec() {
			return this;
		}

		@Override
		protected List<String> values() {
			return List.of("tea", "coffee");
		}

		@Override
		public byte[] encode(String value) {
			return value.getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public String decode(byte[] bytes) {
			return new String(bytes, StandardCharsets.UTF_8);
		}

	}

	static class Forgetful extends BrokenCodec {

		@Override
		public String decode(byte[] bytes) {
			return "tea";
		}

	}

	static class Greedy extends BrokenCodec {

		@Override
		public String decode(byte[] bytes, int offset, int length) {
			return decode(bytes);
		}

	}

	static class Overwriting extends BrokenCodec {

		@Override
		public String decode(byte[] bytes) {
			String value = super.decode(bytes);
			bytes[0] = 0;
			return value;
		}

	}

	static class Careless extends BrokenCodec {

		@Override
		public String decode(byte[] bytes) {
			return "" + (char) bytes[0] + super.decode(bytes).substring(1);
		}

	}

	static class Nameless extends BrokenCodec {

		@Override
		public String format() {
			return " ";
		}

	}

	/** Works on the thread only that used it first. */
	static class ThreadBound extends BrokenCodec {

		private final AtomicReference<Thread> owner = new AtomicReference<>();

		@Override
		public String decode(byte[] bytes) {
			this.owner.compareAndSet(null, Thread.currentThread());
			return (this.owner.get() == Thread.currentThread()) ? super.decode(bytes) : "";
		}

	}

	@ExtendWith(InTestKit.class)
	static class Throwing extends ObserverContract<LockObserver> {

		Throwing() {
			super(LockObserver.class);
		}

		@Override
		protected LockObserver observer() {
			return new LockObserver() {
				@Override
				public void notAcquired(String name, long waitedNanos) {
					throw new IllegalStateException("for a test");
				}
			};
		}

	}

}
