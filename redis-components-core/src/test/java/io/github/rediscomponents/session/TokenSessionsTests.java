// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

/**
 * What {@link TokenSessions} do wherever they are connected.
 */
@Tag("contract")
@StandaloneAndCluster
@AsUserOfItsRoom
class TokenSessionsTests extends SessionFixture {

	TokenSessionsTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void sendsNothingForATextWithPadding() {
		String token = issue("anna");
		server().resetStats();
		for (String end : List.of("=", "==")) {
			String padded = token.substring(0, TokenSessions.TOKEN_LENGTH - end.length()) + end;
			assertThat(this.sessions.find(padded)).isEmpty();
			assertThat(this.sessions.revoke(padded)).isFalse();
			assertThat(this.sessions.revokeOthers(padded)).isEmpty();
		}
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	@Test
	void areFoundByTheirTokensOnly() {
		NewSession asked = NewSession.of("anna")
			.withDevice("phone")
			.withAttribute("name", "Anna 小")
			.withAttribute("r", "");
		IssuedSession issued = this.sessions.issue(asked);
		assertThat(issued.token()).matches("[A-Za-z0-9_-]{64}");
		assertThat(issued.session().begin()).isCloseTo(Instant.now(), within(Duration.ofMinutes(1)));
		assertThat(issued.session().end()).isEqualTo(issued.session().begin().plus(Duration.ofMinutes(30)));
		assertThat(this.sessions.find(issued.token())).contains(issued.session());
		assertThat(this.sessions.touch(issued.token())).contains(issued.session());
		assertThat(issued.session()).extracting(Session::user, Session::device, Session::attributes)
			.containsExactly("anna", "phone", Map.of("name", "Anna 小", "r", ""));
		String other = issue("anna");
		assertThat(this.sessions.find(other).orElseThrow().device()).isNull();
		assertThat(other).isNotEqualTo(issued.token());
		for (String wrong : List.of("", " ", "x", "é".repeat(64), "=".repeat(64), "a".repeat(63) + " ", "A".repeat(64),
				"a".repeat(100_000), issued.session().id(), swapped(issued.token()))) {
			assertThat(this.sessions.touch(wrong)).isEmpty();
			assertThat(this.sessions.put(wrong, "name", "x")).isFalse();
			assertThat(this.sessions.revoke(wrong)).isFalse();
			assertThat(this.sessions.revokeOthers(wrong)).isEmpty();
		}
		assertThat(this.sessions.sessions("anna")).hasSize(2);
	}

	/** The tag of the same user, and another secret. */
	private static String swapped(String token) {
		char last = token.charAt(63);
		return token.substring(0, 63) + ((last == 'A') ? 'B' : 'A');
	}

	@Test
	void leaveNoTokenWhereOthersCanReadIt() {
		IssuedSession issued = this.sessions.issue(NewSession.of("anna").withAttribute("secret", "sesame"));
		assertThat(keysLeft()).containsExactly(key("anna", "data"), key("anna", "ends"));
		String held = raw("HGETALL", key("anna", "data")) + raw("ZRANGE", key("anna", "ends"), "0", "-1");
		assertThat(held).contains(issued.session().id()).doesNotContain(issued.token(), issued.token().substring(22));
		assertThat(issued.toString()).contains(issued.session().id()).doesNotContain(issued.token(), "sesame");
		assertThat(NewSession.of("a").withAttribute("secret", "sesame").toString()).doesNotContain("sesame");
	}

	@Test
	void areListedInTheOrderInWhichTheyBegan() {
		List<String> tokens = List.of(issue("anna"), issue("anna"), issue("anna"));
		issue("ben");
		assertThat(this.sessions.sessions("anna")).hasSize(3)
			.isSortedAccordingTo((one, two) -> one.begin().compareTo(two.begin()));
		assertWhole("anna", tokens);
		assertThat(this.sessions.sessions("nobody")).isEmpty();
		assertThat(this.sessions.sessions("anna")).extracting(Session::user).containsOnly("anna");
	}

	@Test
	void areOneForEachNamedDevice() {
		String phone = this.sessions.issue(NewSession.of("anna").withDevice("phone")).token();
		String laptop = this.sessions.issue(NewSession.of("anna").withDevice("laptop")).token();
		String unnamed = issue("anna");
		String benPhone = this.sessions.issue(NewSession.of("ben").withDevice("phone")).token();
		String again = this.sessions.issue(NewSession.of("anna").withDevice("phone")).token();
		assertThat(this.sessions.find(phone)).isEmpty();
		assertThat(List.of(laptop, unnamed, benPhone, again))
			.allMatch((token) -> this.sessions.find(token).isPresent());
		assertWhole("anna", List.of(phone, laptop, unnamed, again));
	}

	@Test
	void giveUpThoseThatWouldEndFirstWhenThereAreTooMany() {
		this.settings.swap(TokenSessionSettings.defaults().withMaxSessions(3));
		String brief = this.sessions.issue(NewSession.of("anna").withTtl(Duration.ofMinutes(1))).token();
		List<String> kept = List.of(issue("anna"), issue("anna"), issue("anna"));
		assertThat(this.sessions.find(brief)).isEmpty();
		assertWhole("anna", kept);
		this.settings.swap(TokenSessionSettings.defaults().withMaxSessions(1));
		String last = issue("anna");
		assertThat(this.sessions.sessions("anna")).hasSize(1);
		assertWhole("anna", List.of(kept.get(0), kept.get(1), kept.get(2), last));
	}

	@Test
	void areAThousandForOneUserAtMost() {
		this.settings.swap(TokenSessionSettings.defaults().withMaxSessions(1000));
		List<String> tokens = java.util.stream.IntStream.range(0, 1001)
			.mapToObj((i) -> this.sessions.issue(NewSession.of("anna").withDevice("d" + i)).token())
			.toList();
		assertThat(this.sessions.find(tokens.get(1000))).isPresent();
		assertThat(this.sessions.sessions("anna")).hasSize(1000);
		assertThat(this.sessions.revokeAll("anna")).isEqualTo(1000);
		assertThat(keysLeft()).containsExactly(key("anna", "revoked"));
	}

	@Test
	void rememberAttributes() {
		String token = issue("anna");
		assertThat(this.sessions.put(token, "cart", "17")).isTrue();
		assertThat(this.sessions.put(token, "cart", "18")).isTrue();
		assertThat(this.sessions.put(token, "lang", "")).isTrue();
		assertThat(this.sessions.remove(token, "nothing")).isTrue();
		assertThat(this.sessions.find(token).orElseThrow().attributes()).isEqualTo(Map.of("cart", "18", "lang", ""));
		assertThat(this.sessions.remove(token, "cart")).isTrue();
		assertThat(this.sessions.find(token).orElseThrow().attributes()).isEqualTo(Map.of("lang", ""));
		for (int i = 1; i < NewSession.MAX_ATTRIBUTES; i++) {
			this.sessions.put(token, "a" + i, "v");
		}
		assertThatIllegalStateException().isThrownBy(() -> this.sessions.put(token, "more", "v"))
			.withMessageContaining("32");
		assertThat(this.sessions.put(token, "a1", "w")).isTrue();
		assertThat(this.sessions.find(token).orElseThrow().attributes()).hasSize(32).containsEntry("a1", "w");
		this.sessions.revoke(token);
		assertThat(this.sessions.put(token, "cart", "1")).isFalse();
		assertThat(this.sessions.remove(token, "lang")).isFalse();
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void changeAttributesOfASessionByItsId() {
		String phone = issue("anna");
		String desk = issue("anna");
		assertThat(this.sessions.put("anna", idOf(desk), "name", "小鱼")).isTrue();
		assertThat(this.sessions.find(desk).orElseThrow().attributes()).isEqualTo(Map.of("name", "小鱼"));
		assertThat(this.sessions.find(phone).orElseThrow().attributes()).isEmpty();
		assertThat(this.sessions.put("ben", idOf(desk), "name", "x")).isFalse();
		assertThat(this.sessions.put("anna", "unknown", "name", "x")).isFalse();
		for (int i = 1; i < NewSession.MAX_ATTRIBUTES; i++) {
			this.sessions.put("anna", idOf(desk), "a" + i, "v");
		}
		assertThatIllegalStateException().isThrownBy(() -> this.sessions.put("anna", idOf(desk), "more", "v"));
		assertThat(this.sessions.find(desk).orElseThrow().attributes()).hasSize(32).containsEntry("name", "小鱼");
		this.sessions.revoke(desk);
		assertThat(this.sessions.put("anna", idOf(desk), "name", "x")).isFalse();
		assertWhole("anna", List.of(phone, desk));
	}

	@Test
	void areRevokedOneByOne() {
		String first = issue("anna");
		String second = issue("anna");
		assertThat(this.sessions.revoke(first)).isTrue();
		assertThat(this.sessions.revoke(first)).isFalse();
		assertThat(this.sessions.touch(first)).isEmpty();
		assertWhole("anna", List.of(first, second));
		assertThat(this.sessions.revoke("ben", idOf(second))).isFalse();
		assertThat(this.sessions.find(second)).isPresent();
		assertThat(this.sessions.revoke("anna", idOf(second))).isTrue();
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void areRevokedAllAtOnceOrAllButOne() {
		List<String> tokens = List.of(issue("anna"), issue("anna"), issue("anna"));
		String ben = issue("ben");
		assertThat(this.sessions.revokeOthers(tokens.get(1))).hasValue(2);
		assertThat(this.sessions.sessions("anna")).extracting(Session::id).containsExactly(idOf(tokens.get(1)));
		assertWhole("anna", tokens);
		assertThat(this.sessions.revokeAll("anna")).isEqualTo(1);
		assertThat(this.sessions.revokeAll("anna")).isZero();
		String late = issue("anna");
		assertThat(this.sessions.revokeOthers(tokens.get(0))).isEmpty();
		assertThat(this.sessions.find(late)).isPresent();
		assertThat(this.sessions.find(ben)).isPresent();
	}

	@Test
	void refuseALoginThatWasUnderWayWhenAllWereRevoked() {
		LoginMark mark = this.sessions.mark("anna");
		assertThat(this.sessions.issue(NewSession.of("anna"), mark)).isPresent();
		LoginMark other = this.sessions.mark("ben");
		this.sessions.revokeAll("anna");
		assertThat(this.sessions.issue(NewSession.of("anna"), mark)).isEmpty();
		assertThat(this.sessions.issue(NewSession.of("ben"), other)).isPresent();
		assertThat(this.sessions.sessions("anna")).isEmpty();
		Optional<IssuedSession> fresh = this.sessions.issue(NewSession.of("anna"), this.sessions.mark("anna"));
		assertThat(fresh).isPresent();
		LoginMark before = this.sessions.mark("anna");
		this.sessions.revokeOthers(fresh.orElseThrow().token());
		assertThat(this.sessions.issue(NewSession.of("anna"), before)).isEmpty();
		LoginMark old = new LoginMark("anna", this.sessions.mark("anna").micros() - 3_601_000_000L);
		this.settings.swap(TokenSessionSettings.defaults());
		assertThat(this.sessions.issue(NewSession.of("anna"), old)).isEmpty();
		assertThat(number("PTTL", key("anna", "revoked"))).isBetween(3_500_000L, 3_600_000L);
	}

	@Test
	void refuseAMarkOfBeforeWhenWhatWasRevokedIsLost() {
		LoginMark before = this.sessions.mark("anna");
		this.sessions.revokeAll("anna");
		raw("DEL", key("anna", "revoked"));
		assertThat(this.sessions.issue(NewSession.of("anna"), before)).isEmpty();
		LoginMark after = this.sessions.mark("anna");
		assertThat(this.sessions.issue(NewSession.of("anna"), before)).isEmpty();
		assertThat(this.sessions.issue(NewSession.of("anna"), after)).isPresent();
		this.sessions.revokeAll("anna");
		assertThat(this.sessions.issue(NewSession.of("anna"), after)).isEmpty();
	}

	@Test
	void needOneScriptForEachOperationAndWriteNothingToRead() {
		String token = issue("anna");
		Runnable all = () -> {
			this.sessions.touch(token);
			this.sessions.find(token);
			this.sessions.sessions("anna");
		};
		all.run();
		server().resetStats();
		all.run();
		assertThat(server().commandCalls()).containsEntry("evalsha", 3L)
			.doesNotContainKeys("eval", "zadd", "hset", "pexpireat", "zrem", "hdel", "del", "set");
		this.sessions.revokeAll("anna");
		server().resetStats();
		this.sessions.revokeAll("anna");
		assertThat(server().commandCalls()).containsEntry("evalsha", 1L);
	}

	@Test
	void changeNothingWhereAKeyHoldsAnotherType() {
		raw("SET", key("anna", "ends"), "text");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> issue("anna"))
			.withMessageContaining("WRONGTYPE");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.sessions.revokeAll("anna"));
		assertThat(keysLeft()).containsExactly(key("anna", "ends"));
	}

	@Test
	void checkArgumentsBeforeAnythingIsSent() {
		server().resetStats();
		NewSession anna = NewSession.of("anna");
		assertThatIllegalArgumentException().isThrownBy(() -> NewSession.of("")).withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> NewSession.of("x".repeat(257)))
			.withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> NewSession.of("\uD800")).withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> anna.withDevice("")).withMessageStartingWith("device ");
		assertThatIllegalArgumentException().isThrownBy(() -> anna.withAttribute("", "x"))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> anna.withAttribute("a", "x".repeat(1025)))
			.withMessageStartingWith("value");
		assertThatIllegalArgumentException().isThrownBy(() -> anna.withTtl(Duration.ZERO))
			.withMessageStartingWith("ttl ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.sessions.put("x", "n".repeat(65), "x"))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.sessions.put("anna", "", "name", "x"))
			.withMessageStartingWith("sessionId ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.sessions.put("", "id", "name", "x"))
			.withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.sessions.sessions(""))
			.withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.sessions.revoke("anna", ""))
			.withMessageStartingWith("sessionId ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.sessions.issue(anna, new LoginMark("ben", 1)))
			.withMessageStartingWith("mark ");
		assertThatIllegalArgumentException().isThrownBy(() -> new LoginMark("ben", 0))
			.withMessageStartingWith("micros ");
		assertThat(server().commandCalls().keySet()).doesNotContainAnyElementsOf(Set.of("evalsha", "eval"));
	}

}
