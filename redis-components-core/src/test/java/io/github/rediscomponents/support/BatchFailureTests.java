// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

class BatchFailureTests {

	private static final RedisComponentsException REFUSED = new RedisCommandException("refused", null);

	private static final RedisComponentsException NOT_SENT = new RedisUnavailableException("away", Outcome.NOT_EXECUTED,
			null);

	@Test
	void aRefusalThatChangedAPartIsNoneOfNothing() {
		RedisComponentsException part = new RedisCommandException("refused", null, new BatchProgress(3, 0, 3));
		RuntimeException whole = BatchFailure.inPart(0, 3, 4, part);
		assertThat(whole).isInstanceOf(RedisCommandException.class)
			.hasMessage("refused (0 of 7 done, 3 unknown, 4 not done)");
		assertThat(BatchFailure.inPart(0, 6, 0, part)).isSameAs(part);
	}

	@Test
	void anExceptionOfOneItemThatWasNotTouchedStaysAsItIs() {
		assertThat(BatchFailure.inPart(0, 1, 0, REFUSED)).isSameAs(REFUSED);
		assertThat(BatchFailure.inPart(0, 1, 0, NOT_SENT)).isSameAs(NOT_SENT);
	}

	@Test
	void anUnknownOutcomeWithoutItemsStaysUnknown() {
		RedisComponentsException read = new RedisUnavailableException("away", Outcome.UNKNOWN, null,
				new BatchProgress(1, 1, 0));
		assertThat(BatchFailure.inPart(0, 0, 0, read)).isSameAs(read);
	}

	@Test
	void saysOfALaterCallThatAnEarlierOneChangedSomething() {
		assertThat(BatchFailure.afterPart(REFUSED)).isInstanceOfSatisfying(RedisCommandException.class,
				(ex) -> assertThat(ex.progress()).contains(new BatchProgress(1, 0, 1)));
		assertThat(BatchFailure.afterPart(NOT_SENT)).isInstanceOfSatisfying(RedisUnavailableException.class, (ex) -> {
			assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN);
			assertThat(ex.progress()).contains(new BatchProgress(1, 0, 1));
		});
	}

	@Test
	void saysOfALaterCallThatAnEarlierOneMayHaveChangedAnItem() {
		assertThat(BatchFailure.unknown(0, 1, REFUSED)).isInstanceOfSatisfying(RedisCommandException.class,
				(ex) -> assertThat(ex.progress()).contains(new BatchProgress(0, 1, 0)));
		assertThat(BatchFailure.unknown(2, 1, NOT_SENT)).isInstanceOfSatisfying(RedisUnavailableException.class,
				(ex) -> {
					assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN);
					assertThat(ex.progress()).contains(new BatchProgress(2, 1, 0));
				});
	}

}
