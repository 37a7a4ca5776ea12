// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The tests of tags, with asynchronous calls.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AsyncTagTests extends CacheTagTests {

	AsyncTagTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	/**
	 * Without counting commands: what a load of an earlier test gave back may still be
	 * under way.
	 */
	@Override
	@Test
	void rejectsTagsThatAreNotAllowedBeforeAnythingIsSent() {
		String[] many = IntStream.range(0, 17).mapToObj((i) -> "t" + i).toArray(String[]::new);
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.getWithContext("k", (key, context) -> {
			context.tags(many);
			return "v";
		})).withMessageContaining("16");
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

}
