// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.ProxiedRedisFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to recent lists when replies are lost and Redis is away.
 */
class RecentListFaultTests extends ProxiedRedisFixture {

	private final LiveSettings<Map<String, RecentListSettings>> declared = new LiveSettings<>(
			Map.of("contacts", RecentListSettings.defaults()));

	private final RecentList list = RecentLists.create(this.port, new KeySpace("test"), this.declared).get("contacts");

	RecentListFaultTests() {
		super(Duration.ofSeconds(20));
	}

	@Test
	void isTheSameWhenATouchIsRepeatedAfterALostReply() {
		this.list.touchAll("me", List.of("a", "b"));
		this.proxy.swallowNextReply();
		this.list.touchAll("me", List.of("c", "a"));
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(this.list.newest("me", 5)).containsExactly("a", "c", "b");
		assertThat(this.list.name()).isEqualTo("contacts");
	}

	@Test
	void followsItsDeclaration() {
		this.list.touchAll("me", List.of("a", "b", "c"));
		this.declared.swap(Map.of("contacts", RecentListSettings.defaults().withLength(2)));
		this.list.touch("me", "d");
		assertThat(this.list.newest("me", 5)).containsExactly("d", "c");
	}

	@Test
	void failsClearlyWhileRedisIsAwayAndGoesOnAfterwards() {
		RecentList impatient = RecentLists
			.create(this.port.withTimeout(Duration.ofMillis(200)), new KeySpace("test"), this.declared)
			.get("contacts");
		this.list.touch("me", "a");
		this.server.kill();
		await().untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> impatient.touch("me", "b")));
		this.server.restart();
		await().ignoreExceptions().until(() -> {
			this.list.touch("me", "c");
			return this.list.complete("me", "C", 1).equals(List.of("c"));
		});
	}

}
