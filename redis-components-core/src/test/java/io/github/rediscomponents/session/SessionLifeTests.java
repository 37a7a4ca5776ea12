// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * For how long {@link TokenSessions} and their keys live.
 */
@Tag("contract")
@StandaloneAndCluster
class SessionLifeTests extends SessionFixture {

	private static final long MINUTE = 60_000;

	SessionLifeTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void areRenewedOnlyWhenHalfIsGone() {
		String token = issue("anna");
		leave("anna", token, 16 * MINUTE);
		this.sessions.touch(token);
		assertThat(left("anna", token)).isBetween(15 * MINUTE, 16 * MINUTE);
		leave("anna", token, 14 * MINUTE);
		this.sessions.find(token);
		assertThat(left("anna", token)).isBetween(13 * MINUTE, 14 * MINUTE);
		server().resetStats();
		Session renewed = this.sessions.touch(token).orElseThrow();
		assertThat(server().commandCalls()).containsEntry("zadd", 1L).containsEntry("evalsha", 1L);
		assertThat(left("anna", token)).isBetween(29 * MINUTE, 30 * MINUTE);
		assertThat(renewed.end().toEpochMilli()).isEqualTo(number("ZSCORE", key("anna", "ends"), idOf(token)));
	}

	@Test
	void areRenewedWithEachTouchIfWished() {
		this.settings.swap(TokenSessionSettings.defaults().withRenewBelow(1));
		String token = issue("anna");
		leave("anna", token, 29 * MINUTE);
		this.sessions.touch(token);
		assertThat(left("anna", token)).isBetween(29 * MINUTE + 30_000, 30 * MINUTE);
	}

	@Test
	void keepTheTtlWithWhichTheyWereIssued() {
		String token = issue("anna");
		String remembered = this.sessions.issue(NewSession.of("anna").withTtl(Duration.ofDays(30))).token();
		this.settings.swap(TokenSessionSettings.defaults().withTtl(Duration.ofMinutes(1)));
		leave("anna", token, MINUTE);
		leave("anna", remembered, MINUTE);
		this.sessions.touch(token);
		this.sessions.touch(remembered);
		assertThat(left("anna", token)).isBetween(29 * MINUTE, 30 * MINUTE);
		assertThat(left("anna", remembered)).isBetween(Duration.ofDays(30).toMillis() - MINUTE,
				Duration.ofDays(30).toMillis());
		assertThat(left("anna", issue("anna"))).isBetween(30_000L, MINUTE);
	}

	@Test
	void areNotRenewedBeyondTheirLongestLife() {
		this.settings.swap(TokenSessionSettings.defaults().withMaxLifetime(Duration.ofMinutes(40)));
		IssuedSession issued = this.sessions.issue(NewSession.of("anna"));
		raw("HGET", key("anna", "data"), issued.session().id());
		leave("anna", issued.token(), MINUTE);
		this.sessions.touch(issued.token());
		assertThat(left("anna", issued.token())).isBetween(29 * MINUTE, 30 * MINUTE);
		this.settings.swap(TokenSessionSettings.defaults().withMaxLifetime(Duration.ofMinutes(20)));
		IssuedSession brief = this.sessions.issue(NewSession.of("anna"));
		assertThat(Duration.between(brief.session().begin(), brief.session().end())).isEqualTo(Duration.ofMinutes(20));
		leave("anna", brief.token(), MINUTE);
		assertThat(this.sessions.touch(brief.token()).orElseThrow().end()).isEqualTo(brief.session().end());
		server().resetStats();
		this.sessions.touch(brief.token());
		assertThat(server().commandCalls()).doesNotContainKey("zadd");
	}

	@Test
	void areGoneWhenTheyHaveEndedAndRemovedWithTheNext() {
		String ended = this.sessions.issue(NewSession.of("anna").withDevice("phone")).token();
		String alive = issue("anna");
		leave("anna", ended, -1);
		assertThat(this.sessions.touch(ended)).isEmpty();
		assertThat(this.sessions.find(ended)).isEmpty();
		assertThat(this.sessions.put(ended, "a", "b")).isFalse();
		assertThat(this.sessions.revoke(ended)).isFalse();
		assertThat(this.sessions.sessions("anna")).extracting(Session::id).containsExactly(idOf(alive));
		String last = issue("anna");
		leave("anna", last, -1);
		assertThat(this.sessions.revokeOthers(last)).isEmpty();
		assertThat(this.sessions.revokeAll("anna")).isEqualTo(1);
		assertThat(keysLeft()).containsExactly(key("anna", "revoked"));
		assertWhole("anna", List.of(ended, alive, last));
	}

	@Test
	void keepNoKeyLongerThanTheLastSession() {
		String brief = issue("anna");
		assertKeysLive(30 * MINUTE);
		String remembered = this.sessions.issue(NewSession.of("anna").withTtl(Duration.ofDays(30))).token();
		assertKeysLive(Duration.ofDays(30).toMillis());
		this.sessions.revoke(remembered);
		assertKeysLive(30 * MINUTE);
		String phone = this.sessions.issue(NewSession.of("anna").withDevice("phone").withTtl(Duration.ofDays(9)))
			.token();
		assertKeysLive(Duration.ofDays(9).toMillis());
		this.sessions.issue(NewSession.of("anna").withDevice("phone"));
		assertKeysLive(30 * MINUTE);
		this.sessions.issue(NewSession.of("anna").withTtl(Duration.ofDays(30)));
		this.sessions.revokeOthers(brief);
		assertKeysLive(30 * MINUTE);
		leave("anna", brief, MINUTE);
		this.sessions.touch(brief);
		assertKeysLive(30 * MINUTE);
		assertWhole("anna", List.of(brief, remembered, phone));
	}

	private void assertKeysLive(long millis) {
		for (String part : List.of("ends", "data")) {
			assertThat(number("PTTL", key("anna", part))).as(part).isBetween(millis - 30_000, millis);
		}
	}

	@Test
	void leaveNothingBehindWhenNobodyTouchesThem() {
		this.settings.swap(TokenSessionSettings.defaults().withTtl(Duration.ofSeconds(1)));
		for (int i = 0; i < 200; i++) {
			issue("user" + i % 20);
		}
		await().untilAsserted(() -> assertThat(keysLeft()).isEmpty());
	}

	@Test
	void startAfreshWhenHalfOfAUserWasEvicted() {
		String first = issue("anna");
		raw("DEL", key("anna", "ends"));
		assertThat(this.sessions.touch(first)).isEmpty();
		String second = issue("anna");
		assertWhole("anna", List.of(first, second));
		raw("DEL", key("anna", "data"));
		assertThat(this.sessions.touch(second)).isEmpty();
		assertThat(this.sessions.sessions("anna")).isEmpty();
		assertThat(this.sessions.revokeOthers(second)).isEmpty();
		assertWhole("anna", List.of(first, second, issue("anna")));
	}

	@Test
	void haveSettingsThatNameWhatIsWrong() {
		TokenSessionSettings defaults = TokenSessionSettings.defaults();
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withTtl(Duration.ofMillis(999)))
			.withMessageStartingWith("token-session.ttl ");
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withMaxLifetime(Duration.ofDays(3661)))
			.withMessageStartingWith("token-session.max-lifetime ");
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withRenewBelow(1.01))
			.withMessageStartingWith("token-session.renew-below ");
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withRenewBelow(Double.NaN))
			.withMessageStartingWith("token-session.renew-below ");
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withMaxSessions(1001))
			.withMessageStartingWith("token-session.max-sessions ");
	}

}
