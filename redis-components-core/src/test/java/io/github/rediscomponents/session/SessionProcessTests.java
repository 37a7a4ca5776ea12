// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.session.CodeIssue.Issued;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What holds over processes, and over a hundred thousand sessions.
 */
class SessionProcessTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int PROCESSES = 4;

	private static final int CODES = 25;

	@Test
	void aCodeOpensForExactlyOneOfManyProcessesAndTheirLoginsAreRevokedTogether() {
		String prefix = "t" + UUID.randomUUID();
		CommandPort port = TestPorts.standalone();
		List<ChildJvm> children = Stream
			.generate(() -> ChildJvm.start(Child.class, SharedRedis.standalone().uri(), prefix))
			.limit(PROCESSES)
			.toList();
		try {
			children.forEach((child) -> child.awaitLine("ready"::equals));
			OneTimeCodes codes = codes(port, prefix);
			for (int i = 0; i < CODES; i++) {
				String code = ((Issued) codes.issue("anna" + i)).code();
				String order = "anna" + i + " " + code;
				children.forEach((child) -> child.send(order));
			}
			children.forEach((child) -> child.send("end"));
			children.forEach((child) -> assertThat(child.waitFor(PATIENCE)).as(child.output()).isZero());
			List<String> opened = children.stream()
				.flatMap((child) -> child.lines().stream())
				.filter((line) -> line.startsWith("opened"))
				.toList();
			assertThat(opened).hasSize(CODES).doesNotHaveDuplicates();
			TokenSessions sessions = sessions(port, prefix, Duration.ofMinutes(30));
			IntStream.range(0, CODES).forEach((i) -> {
				assertThat(sessions.sessions("anna" + i)).hasSize(1);
				assertThat(sessions.revokeAll("anna" + i)).isEqualTo(1);
			});
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	@Test
	void aHundredThousandSessionsLeaveNoKeyWhenTheyHaveEnded() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server.uri(), PATIENCE)) {
			TokenSessions sessions = sessions(port, "shop", Duration.ofSeconds(2));
			// In parts, each of which has all the patience.
			for (int part = 0; part < 5; part++) {
				Concurrently.run(16, () -> {
					for (int i = 0; i < 1250; i++) {
						sessions.issue(NewSession.of("user" + i % 500 + Thread.currentThread().getName()));
					}
				});
			}
			assertThat(server.commandCalls().get("evalsha")).isGreaterThanOrEqualTo(100_000);
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(server.command("DBSIZE")).hasToString("0"));
		}
	}

	private static OneTimeCodes codes(CommandPort port, String prefix) {
		return OneTimeCodePurposes
			.create(port, new KeySpace(prefix), new LiveSettings<>(Map.of()), SessionObserver.NONE)
			.get("login", OneTimeCodeSettings.defaults());
	}

	private static TokenSessions sessions(CommandPort port, String prefix, Duration ttl) {
		return TokenSessions.create(port, new KeySpace(prefix),
				new LiveSettings<>(TokenSessionSettings.defaults().withTtl(ttl)), SessionObserver.NONE);
	}

	/** Logs in with every code that it is told, on two threads at once. */
	static final class Child {

		private Child() {
		}

		public static void main(String[] args) {
			CommandPort port = TestPorts.open(args[0], PATIENCE);
			OneTimeCodes codes = codes(port, args[1]);
			TokenSessions sessions = sessions(port, args[1], Duration.ofMinutes(30));
			codes.use("nobody", "1");
			System.out.println("ready");
			try (Scanner in = new Scanner(System.in)) {
				for (String line = in.nextLine(); !line.equals("end"); line = in.nextLine()) {
					String[] order = line.split(" ");
					Concurrently.run(2, () -> {
						if (codes.use(order[0], order[1]).accepted()) {
							sessions.issue(NewSession.of(order[0]));
							System.out.println("opened " + order[0]);
						}
					});
				}
			}
			port.close();
			System.exit(0);
		}

	}

}
