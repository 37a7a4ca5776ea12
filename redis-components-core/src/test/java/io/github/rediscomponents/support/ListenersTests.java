// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ListenersTests {

	private final List<String> heard = new ArrayList<>();

	@Test
	void tellAllOfThemInTheirOrder() {
		Ears ears = all(recording("a"), recording("b"));
		ears.optional("x", 1);
		ears.required(2);
		assertThat(this.heard).containsExactly("a optional x 1", "b optional x 1", "a required 2", "b required 2");
	}

	@Test
	void goOnAfterOneThatThrowsWhateverItThrows() {
		for (Throwable failure : HostileException.all()) {
			this.heard.clear();
			all(throwing(failure), recording("b")).required(1);
			assertThat(this.heard).containsExactly("b required 1");
		}
		all(throwing(new StackOverflowError()), recording("b")).required(1);
	}

	@Test
	void areNobodyWhereNobodyListens() {
		assertThat(all()).isSameAs(Ears.NONE);
		assertThat(all(Ears.NONE, Ears.NONE)).isSameAs(Ears.NONE);
		assertThat(Listeners.quiet(Ears.class, Ears.NONE, Ears.NONE)).isSameAs(Ears.NONE);
	}

	@Test
	void areFlat() {
		Ears ears = Listeners.quiet(Ears.class, Ears.NONE, all(recording("a"), all(recording("b"))));
		ears.required(1);
		assertThat(this.heard).containsExactly("a required 1", "b required 1");
		assertThat(ears).isEqualTo(ears).isNotEqualTo(all(recording("a"))).hasSameHashCodeAs(ears);
		assertThat(ears).asString().contains("ListenersTests$1", "ListenersTests$1");
	}

	@Test
	@SuppressWarnings("unchecked")
	void haveNothingToAnswer() {
		assertThatIllegalArgumentException().isThrownBy(() -> Listeners.quiet(Supplier.class, () -> 1, () -> 2))
			.withMessageContaining("returns something");
	}

	private static Ears all(Ears... ears) {
		return Listeners.all(Ears.class, Ears.NONE, Stream.of(ears));
	}

	private Ears recording(String name) {
		return new Ears() {
			@Override
			public void optional(String text, int number) {
				ListenersTests.this.heard.add(name + " optional " + text + ' ' + number);
			}

			@Override
			public void required(long number) {
				ListenersTests.this.heard.add(name + " required " + number);
			}
		};
	}

	private static Ears throwing(Throwable failure) {
		return (number) -> ListenersTests.<RuntimeException>sneak(failure);
	}

	@SuppressWarnings("unchecked")
	private static <E extends Throwable> void sneak(Throwable failure) throws E {
		throw (E) failure;
	}

	/** A type of listeners. */
	public interface Ears {

		/** Hears nothing. */
		Ears NONE = (number) -> {
		};

		default void optional(String text, int number) {
		}

		void required(long number);

	}

}
