// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What threads of one process make of what they learn one after the other.
 */
class FilterStoreTests extends BloomFilterFixture {

	FilterStoreTests() {
		super(RedisTopology.STANDALONE);
	}

	@Test
	void aReplyThatIsOlderThanWhatIsKnownDeletesNothing() {
		BloomFilter filter = filter(SETTINGS);
		assertThat(filter.create()).isTrue();
		FilterStore store = new FilterStore("users", new KeySpace(this.prefix), () -> SETTINGS);
		store.look(port());
		// The filter is rebuilt, and another thread learns it, before this one looks at
		// its reply.
		CommandPort slow = InterceptedPort.of(port(), (method, args, real) -> {
			Object reply = real.proceed();
			if (method.getName().equals("call")) {
				assertThat(rebuild(filter, List.of("anna"))).isTrue();
				store.look(port());
			}
			return reply;
		});
		assertThat(store.look(slow).epoch()).isEqualTo(1);
		assertThat(store.look(port()).epoch()).isEqualTo(2);
		// What is deleted without waiting is deleted before this.
		assertThat(filter.stats().lostSlices()).isZero();
		assertThat(filter.test("anna")).isEqualTo(Membership.MAYBE);
	}

}
