// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link TokenSessions} keep when many change the same user's at once.
 */
@Tag("contract")
@StandaloneAndCluster
class SessionRaceTests extends SessionFixture {

	SessionRaceTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void endEveryLoginThatBeganBeforeAllWereRevoked() {
		this.settings.swap(TokenSessionSettings.defaults().withMaxSessions(1000));
		for (int round = 0; round < 20; round++) {
			String user = "anna" + round;
			Queue<String> begun = new ConcurrentLinkedQueue<>();
			AtomicInteger refused = new AtomicInteger();
			List<LoginMark> marks = Concurrently.repeat(4, 10, () -> this.sessions.mark(user));
			List<Callable<Integer>> all = new ArrayList<>();
			for (LoginMark mark : marks.subList(0, 8)) {
				all.add(() -> {
					for (int i = 0; i < 5; i++) {
						Optional<IssuedSession> issued = this.sessions.issue(NewSession.of(user), mark);
						issued.ifPresentOrElse((session) -> begun.add(session.token()), refused::incrementAndGet);
					}
					return 0;
				});
			}
			all.add(() -> this.sessions.revokeAll(user));
			List<Integer> results = Concurrently.run(all);
			// Each was either there and revoked, or came too late and was refused.
			assertThat(results.get(8)).isEqualTo(begun.size());
			assertThat(begun.size() + refused.get()).isEqualTo(40);
			assertThat(begun).noneMatch((token) -> this.sessions.find(token).isPresent());
			assertThat(this.sessions.sessions(user)).isEmpty();
			assertWhole(user, List.copyOf(begun));
		}
	}

	@Test
	void loseNoSessionAndKeepNoneTooManyWhileAllIsChangedAtOnce() {
		this.settings.swap(TokenSessionSettings.defaults().withMaxSessions(40).withRenewBelow(1));
		Queue<String> tokens = new ConcurrentLinkedQueue<>();
		AtomicInteger issued = new AtomicInteger();
		Concurrently.repeat(8, 150, () -> {
			ThreadLocalRandom random = ThreadLocalRandom.current();
			switch (random.nextInt(6)) {
				case 0, 1 -> {
					String device = random.nextBoolean() ? "d" + random.nextInt(5) : null;
					tokens.add(this.sessions.issue(NewSession.of("anna").withDevice(device)).token());
					issued.incrementAndGet();
				}
				case 2 -> tokens.stream().skip(random.nextInt(10)).findFirst().ifPresent(this.sessions::touch);
				case 3 -> tokens.stream()
					.skip(random.nextInt(10))
					.findFirst()
					.ifPresent((token) -> this.sessions.put(token, "n", "v"));
				case 4 -> tokens.stream().skip(random.nextInt(40)).findFirst().ifPresent(this.sessions::revoke);
				default -> {
					if (random.nextInt(10) == 0) {
						this.sessions.revokeAll("anna");
					}
				}
			}
		});
		assertThat(tokens).hasSize(issued.get());
		assertThat(this.sessions.sessions("anna")).hasSizeLessThanOrEqualTo(40);
		assertWhole("anna", List.copyOf(tokens));
	}

	@Test
	void neverHoldMoreThanTheLimitWhenAllLogInAtOnce() {
		this.settings.swap(TokenSessionSettings.defaults().withMaxSessions(5));
		List<String> tokens = Concurrently.repeat(8, 25, () -> issue("anna"));
		assertThat(tokens).doesNotHaveDuplicates();
		assertThat(this.sessions.sessions("anna")).hasSize(5);
		assertWhole("anna", tokens);
	}

	@Test
	void keepAllAttributesThatArePutAtOnce() {
		String token = issue("anna");
		AtomicInteger next = new AtomicInteger();
		Concurrently.repeat(8, 4, () -> {
			this.sessions.put(token, "a" + next.getAndIncrement(), "v");
		});
		assertThat(this.sessions.find(token).orElseThrow().attributes()).hasSize(32);
	}

	@Test
	void endASessionForOneOfManyWhoRevokeIt() {
		String token = issue("anna");
		List<Boolean> ended = Concurrently.run(8, () -> this.sessions.revoke(token));
		assertThat(ended).filteredOn((one) -> one).hasSize(1);
	}

}
