// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.lock.lettuce.LockCommands;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the scripts of queues refuse.
 */
@Tag("contract")
@StandaloneAndCluster
class QueueRefusalTests extends QueueFixture {

	QueueRefusalTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void refuseANameOfAnotherKindAndChangeNothing() {
		String key = KEYS.key("lock", this.name);
		String holder = id();
		long token = fair().acquire(holder);
		String before = redis(key, "HGETALL", key) + fair().info().holders().size();
		LockCommands plain = new LockCommands(port(), new Client(KEYS));
		String other = id();
		assertRefused("is of kind fair, not plain", () -> plain.acquire(key, other, LEASE, LEASE, WAIT));
		assertRefused("is of kind fair, not plain", () -> plain.info(this.name, key));
		assertThat(plain.release(key, other)).isFalse();
		assertRefused("is of kind fair, not rw", () -> readWrite().acquire(id()));
		assertRefused("is of kind fair, not rw", () -> readWrite().release(holder));
		assertRefused("is of kind fair, not rw", () -> readWrite().info());
		assertThat(redis(key, "HGETALL", key) + fair().info().holders().size()).isEqualTo(before);
		assertThat(fair().acquire(holder)).isEqualTo(token);
		redis(key, "DEL", key, fair().keys.holders(), fair().keys.ends());
		plain.acquire(key, other, LEASE, LEASE, WAIT);
		before = redis(key, "HGETALL", key);
		assertRefused("is of kind plain, not fair", () -> fair().acquire(id()));
		assertRefused("is of kind plain, not rw", () -> readWrite().acquire(id()));
		assertThat(fair().existingKeys()).containsExactly(key);
		assertThat(redis(key, "HGETALL", key)).isEqualTo(before);
	}

	@Test
	void refuseAKeyOfAnotherTypeAndChangeNothing() {
		Turn lock = fair();
		for (String broken : lock.keys.all()) {
			lock.acquire(id());
			lock.acquire(id());
			redis(broken, "SET", broken, "x");
			List<String> before = lock.existingKeys();
			assertThatExceptionOfType(RedisCommandException.class).as(broken)
				.isThrownBy(() -> lock.acquire(id()))
				.withMessageContaining("WRONGTYPE");
			assertThat(redis(broken, "GET", broken)).isEqualTo("x");
			assertThat(lock.existingKeys()).isEqualTo(before);
			lock.existingKeys().forEach((key) -> redis(key, "DEL", key));
		}
	}

	private static void assertRefused(String why, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(call)
			.withMessageStartingWith("KIND ")
			.withMessageContaining(why);
	}

}
