// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.ranking.RankedMember;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.support.ProxiedRedisFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to likes and ranked sets when replies are lost and Redis is away.
 */
class SocialFaultTests extends ProxiedRedisFixture {

	private Likes likes;

	private RankedSet set;

	SocialFaultTests() {
		super(Duration.ofSeconds(20));
	}

	@BeforeEach
	void connect() {
		this.likes = Likes.create(this.port, new KeySpace("test"));
		this.set = set(this.port);
		// A reply that says that the server does not know a script is worth no test.
		this.likes.toggle("post", "ben");
		this.set.increment("ben", 1);
	}

	@Test
	void turnsALikeOverOnceWhenTheDriverRepeatsAfterALostReply() {
		this.proxy.swallowNextReply();
		assertThat(this.likes.toggle("post", "anna")).isEqualTo(new LikeResult(true, true, 2));
		this.proxy.swallowNextReply();
		assertThat(this.likes.toggle("post", "anna")).isEqualTo(new LikeResult(false, true, 1));
		this.proxy.swallowNextReply();
		assertThat(this.likes.unlike("post", "ben")).isEqualTo(new LikeResult(false, true, 0));
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
	}

	@Test
	void countsAnIncrementOnceWhenTheDriverRepeatsAfterALostReply() {
		for (int i = 1; i <= 5; i++) {
			this.proxy.swallowNextReply();
			assertThat(this.set.increment("anna", 10).total()).isEqualTo(10L * i);
		}
		assertThat(this.proxy.swallowedReplies()).isEqualTo(5);
		this.proxy.swallowNextReply();
		assertThat(this.set.total().get("anna")).contains(new RankedMember("anna", 50, 1, 1));
	}

	@Test
	void failsClearlyWhileRedisIsAwayAndGoesOnAfterwards() {
		RankedSet impatient = set(this.port.withTimeout(Duration.ofMillis(200)));
		this.server.kill();
		await().untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> impatient.increment("anna", 1, "order-1")));
		this.server.restart();
		await().ignoreExceptions().until(() -> this.set.increment("anna", 1, "order-1").total() == 1);
		assertThat(this.set.total().get("anna").orElseThrow().score()).isEqualTo(1);
		assertThat(this.likes.toggle("post", "anna").liked()).isTrue();
	}

	@Test
	void worksAfterTheServerForgotAllScripts() {
		this.server.scriptFlush();
		assertThat(this.set.increment("ben", 1).total()).isEqualTo(2);
		assertThat(this.likes.toggle("post", "ben").liked()).isFalse();
	}

	private static RankedSet set(CommandPort redis) {
		return RankedSets.create(redis, new KeySpace("test"), new LiveSettings<>(Map.of()))
			.get("points", RankedSetSettings.defaults());
	}

}
