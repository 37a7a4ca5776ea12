// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Codes and logins by address, and logins that fail half way.
 */
class LoginLimitTests {

	private static Guide guide;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings().without("redis-components.http-rate-limit.enabled"),
				FailingLogins.class);
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void anAddressHasTwentyCodesAMinute() {
		List<Answer> answers = IntStream.range(0, 30)
			.mapToObj((i) -> code("203.0.113.1", Guide.randomAccount()))
			.toList();
		assertThat(answers.subList(0, 20)).allSatisfy(Answer::assertDone);
		assertThat(answers.subList(20, 30)).allSatisfy((answer) -> {
			answer.assertStatus(429);
			assertThat(answer.sentence()).matches("Too many requests from your address\\. Please wait \\d+ seconds\\.");
		});
		code("203.0.113.2", Guide.randomAccount()).assertDone();
		send("/api/user/code?phone=" + Guide.randomAccount(), "203.0.113.1", "").assertStatus(429);
	}

	@Test
	void anIpv6AddressCountsByItsNetwork() {
		for (int i = 0; i < 20; i++) {
			code("2001:db8:0:1::" + i, Guide.randomAccount()).assertDone();
		}
		code("2001:db8:0:1:ffff::1", Guide.randomAccount()).assertStatus(429);
		code("2001:db8:0:2::1", Guide.randomAccount()).assertDone();
	}

	@Test
	void anAddressHasSixtyLoginsAMinute() {
		for (int i = 0; i < 60; i++) {
			login("203.0.113.3", Guide.randomAccount(), "123456").assertRefused();
		}
		login("203.0.113.3", Guide.randomAccount(), "123456").assertStatus(429);
		login("203.0.113.4", Guide.randomAccount(), "123456").assertRefused();
	}

	@Test
	void wrongGuessesOfStrangersVoidNobodysCode() {
		String account = Guide.randomAccount();
		String code = code("203.0.113.10", account).data().asString();
		String wrong = (code.charAt(0) == '0') ? "1" + code.substring(1) : "0" + code.substring(1);
		for (String stranger : new String[] { "203.0.113.11", "203.0.113.12", "2001:db8:0:3::1" }) {
			for (int i = 0; i < 10; i++) {
				login(stranger, account, wrong).assertRefused();
			}
			// Also with the right one: the stranger's five are over.
			login(stranger, account, code).assertRefused();
		}
		login("2001:db8:0:3::2", account, code).assertRefused();
		login("203.0.113.10", account, code).assertDone();
	}

	@Test
	void fiveWrongGuessesOfOneselfAreTheLast() {
		String account = Guide.randomAccount();
		String code = code("203.0.113.20", account).data().asString();
		String wrong = (code.charAt(0) == '0') ? "1" + code.substring(1) : "0" + code.substring(1);
		for (int i = 0; i < 5; i++) {
			login("203.0.113.20", account, wrong).assertRefused();
		}
		assertThat(login("203.0.113.20", account, code).assertRefused().sentence()).contains("get a new one");
	}

	@Test
	void aLoginWhileTheDatabaseIsAwayOrBusyDoesNotUseTheCodeUp() {
		failsBeforeItsCodeWasUsed("203.0.113.30", new DataAccessResourceFailureException("away"));
		failsBeforeItsCodeWasUsed("203.0.113.33", new CannotAcquireLockException("busy"));
		failsBeforeItsCodeWasUsed("203.0.113.34", new RecoverableDataAccessException("away"));
	}

	@Test
	void triesWhileTheDatabaseIsAwayAreNoGuesses() {
		String account = Guide.randomAccount();
		String code = code("203.0.113.35", account).data().asString();
		FailingLogins.NO_DATABASE.set(new DataAccessResourceFailureException("away"));
		try {
			for (int i = 0; i < 6; i++) {
				login("203.0.113.35", account, "wrong").assertStatus(503);
			}
		}
		finally {
			FailingLogins.NO_DATABASE.set(null);
		}
		login("203.0.113.35", account, code).assertDone();
	}

	private static void failsBeforeItsCodeWasUsed(String address, RuntimeException failure) {
		String account = Guide.randomAccount();
		String code = code(address, account).data().asString();
		FailingLogins.NO_DATABASE.set(failure);
		try {
			login(address, account, code).assertStatus(503);
		}
		finally {
			FailingLogins.NO_DATABASE.set(null);
		}
		login(address, account, code).assertDone();
	}

	@Test
	void aLoginThatFailsAfterItsCodeWasUsedSaysSoAndAllowsTheNextAtOnce() {
		failsAfterItsCodeWasUsed("203.0.113.31", FailingLogins.NO_SESSIONS);
		failsAfterItsCodeWasUsed("203.0.113.32", FailingLogins.NO_TRANSACTION);
	}

	private static void failsAfterItsCodeWasUsed(String address, AtomicBoolean failure) {
		String account = Guide.randomAccount();
		String code = code(address, account).data().asString();
		failure.set(true);
		try {
			assertThat(login(address, account, code).assertStatus(503).sentence()).endsWith("Please get a new code.");
		}
		finally {
			failure.set(false);
		}
		login(address, account, code).assertRefused();
		String next = code(address, account).data().asString();
		login(address, account, next).assertDone();
	}

	private static Answer code(String address, String account) {
		return send("/user/code?phone=" + Guide.encode(account), address, "");
	}

	private static Answer login(String address, String account, String code) {
		return send("/user/login", address, "{\"phone\":\"%s\",\"code\":\"%s\"}".formatted(account, code));
	}

	/** As through a proxy on this machine. */
	private static Answer send(String path, String address, String json) {
		HttpRequest.Builder request = guide.request(path, null)
			.header("X-Forwarded-For", address)
			.header("Content-Type", "application/json");
		return guide.send(request.POST(BodyPublishers.ofString(json)));
	}

}
