// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
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
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
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
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.cache.getAllWithContext(List.of("k"), (keys, context) -> {
				context.tags("k", many);
				return Map.of("k", "v");
			}))
			.withMessageContaining("16");
		assertThat(this.cache.peek("k").isHit()).isFalse();
		AsyncTypedCache<String, String> async = this.cache.async();
		String[] most = IntStream.range(0, 1001).mapToObj((i) -> "t" + i).toArray(String[]::new);
		for (String bad : new String[] { "", "x".repeat(1025), "a\ud800", null }) {
			assertThatIllegalArgumentException().isThrownBy(() -> async.invalidateTags("t", bad));
		}
		assertThatIllegalArgumentException().isThrownBy(async::invalidateTags).withMessage("tags must not be empty");
		assertThatIllegalArgumentException().isThrownBy(() -> async.invalidateTags(most))
			.withMessage("tags must not be more than 1000, were 1001");
	}

}
