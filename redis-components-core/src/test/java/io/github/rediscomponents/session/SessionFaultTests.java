// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;
import java.util.List;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.session.CodeIssue.Issued;
import io.github.rediscomponents.session.CodeUse.Outcome;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to sessions and codes when replies are lost, scripts forgotten and Redis
 * is away; and what the meters count.
 */
class SessionFaultTests {

	private final RedisServer server = RedisServer.start();

	private final RedisProxy proxy = RedisProxy.to(this.server);

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final LiveSettings<TokenSessionSettings> settings = new LiveSettings<>(TokenSessionSettings.defaults());

	private CommandPort port;

	private TokenSessions sessions;

	private OneTimeCodes codes;

	@BeforeEach
	void connect() {
		this.port = TestPorts.open(this.proxy.uri(), Duration.ofSeconds(20));
		use(this.port);
		// A reply that says that the server does not know a script is worth no test.
		String token = this.sessions.issue(NewSession.of("warm")).token();
		this.sessions.touch(token);
		this.sessions.put(token, "a", "b");
		this.sessions.sessions("warm");
		this.sessions.revoke(token);
		this.sessions.revokeAll("warm");
		this.codes.use("warm", ((Issued) this.codes.issue("warm")).code());
		this.meters.clear();
	}

	@AfterEach
	void close() {
		this.port.close();
		this.proxy.close();
		this.server.close();
	}

	private void use(CommandPort through) {
		KeySpace keys = new KeySpace("shop");
		MicrometerSessionObserver metrics = new MicrometerSessionObserver(this.meters);
		this.sessions = TokenSessions.create(through, keys, this.settings, metrics);
		this.codes = OneTimeCodePurposes.create(through, keys, new LiveSettings<>(java.util.Map.of()), metrics)
			.get("login", OneTimeCodeSettings.defaults());
	}

	@Test
	void issueOneSessionWhenTheDriverRepeatsAfterALostReply() {
		this.settings.swap(TokenSessionSettings.defaults().withMaxSessions(2));
		String first = this.sessions.issue(NewSession.of("anna")).token();
		this.proxy.swallowNextReply();
		IssuedSession second = this.sessions.issue(NewSession.of("anna").withDevice("phone"));
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(this.sessions.find(first)).isPresent();
		assertThat(this.sessions.find(second.token())).contains(second.session());
		assertThat(this.sessions.sessions("anna")).hasSize(2);
	}

	@Test
	void doNoHarmWhenTheDriverRepeatsOtherThings() {
		String token = this.sessions.issue(NewSession.of("anna")).token();
		this.proxy.swallowNextReply();
		assertThat(this.sessions.touch(token)).isPresent();
		this.proxy.swallowNextReply();
		assertThat(this.sessions.put(token, "a", "b")).isTrue();
		assertThat(this.sessions.find(token).orElseThrow().attributes()).containsOnlyKeys("a");
		this.proxy.swallowNextReply();
		assertThat(this.sessions.revoke(token)).isFalse();
		assertThat(this.sessions.find(token)).isEmpty();
		this.sessions.issue(NewSession.of("anna"));
		this.proxy.swallowNextReply();
		assertThat(this.sessions.revokeAll("anna")).isZero();
		assertThat(this.sessions.sessions("anna")).isEmpty();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(4);
	}

	@Test
	void takeARightCodeOnceAndSaySoWhenTheDriverRepeats() {
		this.proxy.swallowNextReply();
		Issued issued = (Issued) this.codes.issue("anna");
		String wrong = (issued.code().charAt(0) == '0') ? "1" : "0";
		this.proxy.swallowNextReply();
		assertThat(this.codes.use("anna", wrong)).isEqualTo(new CodeUse(Outcome.WRONG, 4));
		assertThat(this.codes.use("anna", wrong)).isEqualTo(new CodeUse(Outcome.WRONG, 3));
		this.proxy.swallowNextReply();
		assertThat(this.codes.use("anna", issued.code()).accepted()).isTrue();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
		assertThat(this.codes.use("anna", issued.code())).isEqualTo(new CodeUse(Outcome.NONE, 0));
	}

	@Test
	void canBeRepeatedByTheCallerAfterAnUnknownOutcome() {
		CommandPort impatient = this.port.withTimeout(Duration.ofMillis(300));
		use(impatient);
		this.proxy.freeze();
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> this.codes.issue("anna"));
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.sessions.issue(NewSession.of("anna")));
		this.proxy.thaw();
		use(this.port);
		this.codes.withdraw("anna");
		assertThat(this.codes.issue("anna")).isInstanceOf(Issued.class);
		String token = this.sessions.issue(NewSession.of("anna")).token();
		assertThat(this.sessions.sessions("anna")).hasSizeBetween(1, 2);
		this.sessions.revokeOthers(token);
		assertThat(this.sessions.sessions("anna")).hasSize(1);
	}

	@Test
	void failClearlyWhileRedisIsAwayAndGoOnAfterwards() {
		CommandPort impatient = this.port.withTimeout(Duration.ofMillis(200));
		use(impatient);
		this.server.kill();
		await().untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.sessions.touch("a".repeat(64))));
		this.server.restart();
		use(this.port);
		await().ignoreExceptions().until(() -> this.sessions.touch("a".repeat(64)).isEmpty());
		assertThat(this.sessions.issue(NewSession.of("anna")).token()).hasSize(64);
	}

	@Test
	void goOnAfterScriptsAndDataWereFlushed() {
		String token = this.sessions.issue(NewSession.of("anna")).token();
		this.server.scriptFlush();
		assertThat(this.sessions.touch(token)).isPresent();
		this.server.flushAll();
		assertThat(this.sessions.touch(token)).isEmpty();
		assertThat(this.sessions.sessions("anna")).isEmpty();
		assertThat(this.sessions.find(this.sessions.issue(NewSession.of("anna")).token())).isPresent();
	}

	@Test
	void areCountedByWhatBecameOfThem() {
		this.settings.swap(TokenSessionSettings.defaults().withMaxSessions(2).withRenewBelow(1));
		LoginMark mark = this.sessions.mark("anna");
		// Of those that end in one millisecond any may go.
		NewSession first = NewSession.of("anna").withDevice("a").withTtl(Duration.ofMinutes(1));
		this.sessions.issue(first);
		this.sessions.issue(first);
		List<String> tokens = List.of(this.sessions.issue(NewSession.of("anna")).token(),
				this.sessions.issue(NewSession.of("anna")).token());
		await().until(() -> {
			this.sessions.touch(tokens.get(1));
			return count("session.found", "outcome", "renewed") == 1;
		});
		this.sessions.find(tokens.get(0));
		this.sessions.find("x");
		this.sessions.revoke(tokens.get(0));
		this.sessions.revokeAll("anna");
		this.sessions.issue(NewSession.of("anna"), mark);
		this.codes.use("anna", "x");
		this.codes.issue("anna");
		this.codes.issue("anna");
		this.codes.use("anna", "x");
		assertThat(count("session.issued", "outcome", "issued")).isEqualTo(4);
		assertThat(count("session.issued", "outcome", "refused")).isEqualTo(1);
		assertThat(count("session.found", "outcome", "alive")).isGreaterThanOrEqualTo(1);
		assertThat(count("session.found", "outcome", "unknown")).isEqualTo(1);
		assertThat(count("session.ended", "reason", "replaced")).isEqualTo(1);
		assertThat(count("session.ended", "reason", "displaced")).isEqualTo(1);
		assertThat(count("session.ended", "reason", "revoked")).isEqualTo(2);
		assertThat(count("code.asked", "outcome", "issued")).isEqualTo(1);
		assertThat(count("code.asked", "outcome", "too_soon")).isEqualTo(1);
		assertThat(count("code.tried", "outcome", "none")).isEqualTo(1);
		assertThat(count("code.tried", "outcome", "wrong")).isEqualTo(1);
	}

	private double count(String meter, String tag, String value) {
		return this.meters.find("redis.components." + meter)
			.tag(tag, value)
			.counters()
			.stream()
			.mapToDouble((counter) -> counter.count())
			.sum();
	}

}
