// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What posts are called in the {@code Feed}.
 */
class FeedPlaceTests {

	@ParameterizedTest
	@ValueSource(longs = { 1, 10, 198, 1_000_000_000_000_000_000L, Long.MAX_VALUE })
	void aNameLeadsBackToThePost(long id) {
		assertThat(FeedPlace.blogId(FeedPlace.name(id))).contains(id);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "7", "0", "0000000000000000000", "00000000000000000007", "000000000000000000x",
			"9223372036854775808", "-000000000000000007" })
	void anotherNameIsNoPost(String name) {
		assertThat(FeedPlace.blogId(name)).isEmpty();
	}

}
