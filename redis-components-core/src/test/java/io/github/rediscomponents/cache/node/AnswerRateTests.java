// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.node;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerRateTests {

	private static final long TENTH = AnswerRate.SLOT_NANOS;

	private final AnswerRate rate = new AnswerRate();

	@Test
	void countsWhatFailsAtOneMomentOnce() {
		for (int i = 0; i < 1000; i++) {
			assertThat(this.rate.failed(7 * TENTH + i)).isFalse();
		}
		assertThat(this.rate.failed(9 * TENTH)).isFalse();
		assertThat(this.rate.failed(11 * TENTH)).isTrue();
	}

	@Test
	void needsHalfOfTheCommandsToFail() {
		for (int tenth = -20; tenth < 0; tenth++) {
			this.rate.answered(tenth * TENTH);
			this.rate.answered(tenth * TENTH);
			assertThat(this.rate.failed(tenth * TENTH)).isFalse();
		}
		for (int tenth = 0; tenth < 9; tenth++) {
			this.rate.failed(tenth * TENTH);
		}
		assertThat(this.rate.failed(9 * TENTH)).isTrue();
	}

	@Test
	void forgetsAfterASecond() {
		this.rate.failed(0);
		this.rate.failed(TENTH);
		assertThat(this.rate.failed(10 * TENTH)).isFalse();
		assertThat(this.rate.failed(11 * TENTH)).isFalse();
		assertThat(this.rate.failed(12 * TENTH)).isTrue();
		this.rate.reset();
		assertThat(this.rate.failed(13 * TENTH)).isFalse();
	}

}
