// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Settings of limit queues, and queues that are declared with them.
 */
class LimitQueueSettingsTests {

	private final LimitQueueSettings settings = LimitQueueSettings.of(10);

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, Integer.MIN_VALUE, 100_001 })
	void refusesALengthThatIsNone(int length) {
		assertThatIllegalArgumentException().isThrownBy(() -> LimitQueueSettings.of(length))
			.withMessageStartingWith("limit-queue.length ");
	}

	@Test
	void refusesValuesThatAreOutOfRangeAndNamesThem() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withWindow(Duration.ZERO))
			.withMessageStartingWith("limit-queue.window ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withTtl(Duration.ofMillis(999)))
			.withMessageStartingWith("limit-queue.ttl ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withType(" "))
			.withMessageStartingWith("limit-queue.type ");
	}

	@Test
	void findsTheClassOfTheElements() {
		assertThat(this.settings.elementType(null)).isEqualTo(String.class);
		String nested = Gift.class.getName();
		assertThat(this.settings.withType(nested).elementType(null)).isEqualTo(Gift.class);
		assertThat(this.settings.withType(nested.replace('$', '.')).elementType(null)).isEqualTo(Gift.class);
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withType("no.Such").elementType(null))
			.withMessageStartingWith("limit-queue.type ")
			.withMessageContaining("no.Such");
	}

	@Test
	void findsTheClassOnEveryThread() {
		LiveSettings<Map<String, LimitQueueSettings>> declared = new LiveSettings<>(
				Map.of("gifts", this.settings.withType(Gift.class.getName())));
		LimitQueues before = queues(declared);
		Thread current = Thread.currentThread();
		ClassLoader loader = current.getContextClassLoader();
		// As a thread of the common pool has it in a jar of Spring Boot.
		current.setContextClassLoader(ClassLoader.getPlatformClassLoader());
		try {
			assertThat(before.get("gifts")).isNotNull();
			assertThat(queues(declared).get("gifts")).isNotNull();
		}
		finally {
			current.setContextClassLoader(loader);
		}
	}

	private static LimitQueues queues(LiveSettings<Map<String, LimitQueueSettings>> declared) {
		return LimitQueues.create(TestPorts.of(RedisTopology.STANDALONE), new KeySpace("test"), ValueCodecs.json(),
				declared);
	}

	@Test
	void opensDeclaredQueuesAndFollowsTheirDeclarations() {
		String name = UUID.randomUUID().toString();
		LiveSettings<Map<String, LimitQueueSettings>> declared = new LiveSettings<>(
				Map.of(name, this.settings.withType(Gift.class.getName())));
		LimitQueues queues = LimitQueues.create(TestPorts.standalone(), new KeySpace("test"), ValueCodecs.json(),
				declared);
		LimitQueue<Gift> gifts = queues.get(name, Gift.class);
		gifts.offer(new Gift("anna", "rose"));
		assertThat(queues.get(name).list()).isEqualTo(java.util.List.of(new Gift("anna", "rose")));
		gifts.offer(new Gift("anna", "cake"));
		declared.swap(Map.of(name, this.settings.withLength(1)));
		await().untilAsserted(() -> assertThat(gifts.list()).containsExactly(new Gift("anna", "cake")));
		declared.swap(Map.of());
		assertThat(gifts.length()).isEqualTo(1);
		assertThatIllegalArgumentException().isThrownBy(() -> queues.get(name, Gift.class))
			.withMessageStartingWith("name ");
	}

	/** An element. */
	public record Gift(String from, String what) {
	}

}
