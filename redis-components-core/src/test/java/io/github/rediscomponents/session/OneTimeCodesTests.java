// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.session.CodeIssue.Issued;
import io.github.rediscomponents.session.CodeIssue.TooSoon;
import io.github.rediscomponents.session.CodeUse.Outcome;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * What {@link OneTimeCodes} do wherever they are connected.
 */
@Tag("contract")
@StandaloneAndCluster
@AsUserOfItsRoom
class OneTimeCodesTests extends SessionFixture {

	private static final CodeUse RIGHT = new CodeUse(Outcome.RIGHT, 0);

	private static final CodeUse NONE = new CodeUse(Outcome.NONE, 0);

	private final LiveSettings<Map<String, OneTimeCodeSettings>> declared = new LiveSettings<>(
			Map.of("login", OneTimeCodeSettings.defaults(), "pay", OneTimeCodeSettings.defaults().withLength(8)));

	private final OneTimeCodePurposes purposes = OneTimeCodePurposes.create(port(), this.keys, this.declared,
			SessionObserver.NONE);

	private final OneTimeCodes codes = this.purposes.get("login");

	OneTimeCodesTests(RedisTopology topology) {
		super(topology);
	}

	private void configure(OneTimeCodeSettings login) {
		this.declared.swap(Map.of("login", login));
	}

	private String issued(String subject) {
		return ((Issued) this.codes.issue(subject)).code();
	}

	private static String wrong(String code) {
		return ((code.charAt(0) == '0') ? "1" : "0") + code.substring(1);
	}

	private String codeKey(String subject) {
		return this.keys.key("one-time-code", "login:" + subject);
	}

	@Test
	void openOnce() {
		Issued issued = (Issued) this.codes.issue("anna");
		assertThat(issued.code()).matches("[0-9]{6}");
		assertThat(issued.end()).isCloseTo(Instant.now().plus(Duration.ofMinutes(5)), within(Duration.ofMinutes(1)));
		assertThat(this.codes.use("anna", issued.code())).isEqualTo(RIGHT).matches(CodeUse::accepted);
		assertThat(this.codes.use("anna", issued.code())).isEqualTo(NONE).matches((use) -> !use.accepted());
		assertThat(issued.toString()).doesNotContain(issued.code());
		assertThat(this.codes.use("nobody", "123456")).isEqualTo(NONE);
	}

	@Test
	void openForExactlyOneOfManyWhoHaveTheRightCode() {
		for (int round = 0; round < 20; round++) {
			String subject = "anna" + round;
			String code = issued(subject);
			List<CodeUse> uses = Concurrently.run(16, () -> this.codes.use(subject, code));
			assertThat(uses).filteredOn(CodeUse::accepted).hasSize(1);
			assertThat(uses).filteredOn((use) -> !use.accepted()).hasSize(15).containsOnly(NONE);
		}
	}

	@Test
	void belongToTheirSubjectAndPurpose() {
		String code = issued("anna");
		issued("ben");
		assertThat(this.codes.use("ben", code.equals("000000") ? "111111" : code).outcome()).isEqualTo(Outcome.WRONG);
		OneTimeCodes pay = this.purposes.get("pay");
		assertThat(((Issued) pay.issue("anna")).code()).matches("[0-9]{8}");
		assertThat(pay.purpose()).isEqualTo("pay");
		assertThat(pay.use("anna", code).outcome()).isEqualTo(Outcome.WRONG);
		assertThat(this.codes.use("anna", code)).isEqualTo(RIGHT);
	}

	@Test
	void areVoidAfterTooManyWrongOnes() {
		String code = issued("anna");
		for (int left = 4; left >= 1; left--) {
			assertThat(this.codes.use("anna", wrong(code))).isEqualTo(new CodeUse(Outcome.WRONG, left));
		}
		assertThat(this.codes.use("anna", wrong(code))).isEqualTo(new CodeUse(Outcome.WRONG, 0));
		assertThat(this.codes.use("anna", code)).isEqualTo(NONE);
		assertThat(this.codes.issue("anna")).isInstanceOf(TooSoon.class);
		String other = issued("ben");
		for (int i = 0; i < 4; i++) {
			this.codes.use("ben", " " + other);
		}
		assertThat(this.codes.use("ben", other)).isEqualTo(RIGHT);
	}

	@Test
	void allowExactlyTheAttemptsHoweverManyGuessAtOnce() {
		String code = issued("anna");
		List<CodeUse> uses = Concurrently.repeat(8, 10, () -> this.codes.use("anna", wrong(code)));
		assertThat(uses).filteredOn((use) -> use.outcome() == Outcome.WRONG)
			.extracting(CodeUse::attemptsLeft)
			.containsExactlyInAnyOrder(4, 3, 2, 1, 0);
		assertThat(uses).filteredOn((use) -> use.outcome() == Outcome.NONE).hasSize(75);
	}

	@Test
	void areNotIssuedAgainWithinTheIntervalWhateverBecameOfTheLast() {
		String code = issued("anna");
		TooSoon refused = (TooSoon) this.codes.issue("anna");
		assertThat(refused.retryAfter()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
		assertThat(this.codes.use("anna", code)).isEqualTo(RIGHT);
		assertThat(this.codes.issue("anna")).isInstanceOf(TooSoon.class);
		assertThat(number("PTTL", codeKey("anna"))).isBetween(30_000L, 60_000L);
		raw("HSET", codeKey("anna"), "next", "1");
		assertThat(this.codes.issue("anna")).isInstanceOf(Issued.class);
	}

	@Test
	void areIssuedToOneOfManyWhoAskAtOnce() {
		List<CodeIssue> all = Concurrently.run(8, () -> this.codes.issue("anna"));
		assertThat(all).filteredOn(Issued.class::isInstance).hasSize(1);
	}

	@Test
	void voidTheCodeBefore() {
		configure(OneTimeCodeSettings.defaults().withResendInterval(Duration.ZERO).withLength(12));
		String first = issued("anna");
		String second = issued("anna");
		assertThat(second).isNotEqualTo(first).matches("[0-9]{12}");
		assertThat(this.codes.use("anna", first)).isEqualTo(new CodeUse(Outcome.WRONG, 4));
		assertThat(this.codes.use("anna", second)).isEqualTo(RIGHT);
		assertThat(raw("EXISTS", codeKey("anna"))).isEqualTo("0");
	}

	@Test
	void endWithTheirTtl() {
		configure(OneTimeCodeSettings.defaults().withTtl(Duration.ofSeconds(20)));
		String code = issued("anna");
		assertThat(number("PTTL", codeKey("anna"))).isBetween(30_000L, 60_000L);
		raw("HSET", codeKey("anna"), "ends", String.valueOf(now(codeKey("anna"))));
		assertThat(this.codes.use("anna", code)).isEqualTo(NONE);
		assertThat(this.codes.issue("anna")).isInstanceOf(TooSoon.class);
		configure(OneTimeCodeSettings.defaults());
		issued("ben");
		assertThat(number("PTTL", codeKey("ben"))).isBetween(270_000L, 300_000L);
	}

	@Test
	void canBeWithdrawnWhenTheyCouldNotBeSent() {
		String code = issued("anna");
		this.codes.withdraw("anna");
		assertThat(this.codes.use("anna", code)).isEqualTo(NONE);
		assertThat(this.codes.issue("anna")).isInstanceOf(Issued.class);
	}

	@Test
	void areSpreadOverAllNumbersAndNotReadable() {
		configure(OneTimeCodeSettings.defaults().withLength(4).withResendInterval(Duration.ZERO));
		Set<String> seen = new HashSet<>();
		int[] firstDigits = new int[10];
		for (int i = 0; i < 1000; i++) {
			String code = issued("anna");
			seen.add(code);
			firstDigits[code.charAt(0) - '0']++;
		}
		assertThat(seen).hasSizeGreaterThan(900);
		// A thousand trials at one tenth: 40 and 160 are more than six deviations away.
		assertThat(firstDigits).satisfies((counts) -> {
			for (int count : counts) {
				assertThat(count).isBetween(40, 160);
			}
		});
		assertThat(raw("HGET", codeKey("anna"), "code")).hasSize(43);
	}

	@Test
	void needOneScriptForEachOperation() {
		this.codes.use("anna", issued("anna"));
		server().resetStats();
		this.codes.use("ben", issued("ben"));
		assertThat(server().commandCalls()).containsEntry("evalsha", 2L).doesNotContainKey("eval");
	}

	@Test
	void checkArgumentsBeforeAnythingIsSent() {
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.codes.issue("")).withMessageStartingWith("subject ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.codes.use("x".repeat(257), "1"))
			.withMessageStartingWith("subject ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.codes.withdraw("\uDC00"))
			.withMessageStartingWith("subject ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.codes.use("anna", ""))
			.withMessageStartingWith("code ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.codes.use("anna", "1".repeat(65)))
			.withMessageStartingWith("code ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.purposes.get("none"))
			.withMessageStartingWith("purpose ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.purposes.get("a:b", OneTimeCodeSettings.defaults()))
			.withMessageStartingWith("purpose ");
		assertThatIllegalArgumentException().isThrownBy(() -> OneTimeCodeSettings.defaults().withLength(3))
			.withMessageStartingWith("one-time-code.length ");
		assertThatIllegalArgumentException().isThrownBy(() -> OneTimeCodeSettings.defaults().withAttempts(0))
			.withMessageStartingWith("one-time-code.attempts ");
		assertThat(server().commandCalls().keySet()).doesNotContain("evalsha", "eval", "unlink");
	}

	@Test
	void changeNothingWhereAKeyHoldsAnotherType() {
		raw("SET", codeKey("anna"), "text");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.codes.issue("anna"))
			.withMessageContaining("WRONGTYPE");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.codes.use("anna", "1"));
		assertThat(keysLeft()).containsExactly(codeKey("anna"));
	}

}
