// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ThrownTests {

	@Test
	void namesTheClassOfWhatCannotBeAsked() {
		HostileException hostile = new HostileException();
		assertThat(Thrown.text(hostile)).isEqualTo(HostileException.class.getName());
		assertThat(Thrown.message(hostile)).isEqualTo(HostileException.class.getName());
		assertThat(Thrown.cause(hostile)).isNull();
	}

	@Test
	void namesTheClassOfWhatSaysNothing() {
		Throwable silent = new Throwable() {
			@Override
			public String toString() {
				return null;
			}
		};
		assertThat(Thrown.text(silent)).isEqualTo(silent.getClass().getName());
	}

	@Test
	void leavesWhatCanBeAskedAsItIs() {
		IllegalStateException sane = new IllegalStateException("text", new IllegalArgumentException("cause"));
		assertThat(Thrown.text(sane)).isEqualTo(sane.toString());
		assertThat(Thrown.message(sane)).isEqualTo("text");
		assertThat(Thrown.cause(sane)).isSameAs(sane.getCause());
	}

}
