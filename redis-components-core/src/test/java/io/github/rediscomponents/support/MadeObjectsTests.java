// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class MadeObjectsTests {

	private final List<String> closed = new ArrayList<>();

	private final MadeObjects objects = new MadeObjects("the owner");

	@Test
	void closesTheLastOneFirstAndMakesNoneAfterwards() {
		this.objects.add(() -> this.closed.add("added"));
		this.objects.get(AutoCloseable.class, () -> () -> this.closed.add("made"));
		this.objects.close();
		this.objects.close();
		assertThat(this.closed).containsExactly("made", "added");
		assertThatIllegalStateException().isThrownBy(() -> this.objects.get(String.class, () -> "late"))
			.withMessage("the owner is closed");
	}

	@ParameterizedTest
	@MethodSource("failures")
	void whoeverCannotBeClosedKeepsNobodyElseFromIt(Throwable failure) {
		this.objects.add(() -> this.closed.add("first"));
		this.objects.add(() -> {
			if (failure instanceof Error error) {
				throw error;
			}
			throw (Exception) failure;
		});
		this.objects.add(() -> this.closed.add("last"));
		this.objects.close();
		assertThat(this.closed).containsExactly("last", "first");
	}

	static List<Throwable> failures() {
		List<Throwable> failures = new ArrayList<>(HostileException.all());
		// The jar was replaced while the application ran.
		failures.add(new NoClassDefFoundError("gone"));
		return failures;
	}

}
