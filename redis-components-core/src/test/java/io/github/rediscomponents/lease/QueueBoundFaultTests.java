// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What goes wrong between a script that did not do everything and the next one.
 */
class QueueBoundFaultTests extends QueueBoundFixture {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisServer server = RedisServer.start();

	private CommandPort port = TestPorts.connected(TestPorts.open(this.server.uri(), PATIENCE));

	private final List<CommandPort> replaced = new ArrayList<>();

	private final Background processes = new Background();

	QueueBoundFaultTests() {
		super(RedisTopology.STANDALONE);
	}

	@Override
	protected CommandPort port() {
		return this.port;
	}

	@Override
	protected RedisDeployment server() {
		return this.server;
	}

	@AfterEach
	void close() {
		this.processes.close();
		this.port.close();
		this.replaced.forEach(CommandPort::close);
		this.server.close();
	}

	private NamedSemaphore process(Duration pollBound, int permits) {
		return process(pollBound).get(this.name, SemaphoreOptions.of(permits).asFair());
	}

	private DistributedSemaphore process(Duration pollBound) {
		return DistributedSemaphore.create(port(), KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults().withPollBound(pollBound)), this.processes);
	}

	/** What is asked from now on tells nobody. */
	private void tellNobody() {
		this.server.command("ACL", "SETUSER", "quiet", "on", ">secret", "~*", "resetchannels", "+@all");
		connect("redis://quiet:secret@127.0.0.1:" + this.server.port());
	}

	/** What is asked from now on goes there. */
	private void connect(String uri) {
		this.replaced.add(this.port);
		this.port = TestPorts.connected(TestPorts.open(uri, PATIENCE));
	}

	/** Waiters of whom nothing is heard, behind a holder of all there is. */
	private String silent() {
		Turn small = semaphore(1, true);
		String holder = id();
		small.acquire(holder, LONG, 0);
		add(small, MANY, 1);
		return holder;
	}

	@Test
	void aWaiterThatSleepsGoesOnBehindThoseWhoNeverConfirm() {
		silent();
		NamedSemaphore alive = process(Duration.ofMinutes(1), MANY + 2);
		CompletableFuture<Optional<Permit>> waiting = alive.tryAcquireAsync(1, PATIENCE).toCompletableFuture();
		assertThat(waiting).succeedsWithin(PATIENCE).satisfies((permit) -> permit.orElseThrow().close());
		assertCounted(semaphore(MANY + 2, true));
	}

	@Test
	void aPollFindsWhatAReleaseLeft() {
		String holder = silent();
		Turn grown = semaphore(MANY + 2, true);
		NamedSemaphore alive = process(Duration.ofMillis(500), 1);
		CompletableFuture<Optional<Permit>> waiting = alive.tryAcquireAsync(1, PATIENCE).toCompletableFuture();
		await().atMost(PATIENCE).until(() -> size(grown.keys.waiters()) == MANY + 1);
		expire(grown, all(grown.keys.waiters()).subList(0, MANY));
		assertThat(grown.release(holder)).isTrue();
		assertThat(waiting).succeedsWithin(PATIENCE).satisfies((permit) -> permit.orElseThrow().close());
		assertThat(size(grown.keys.ends())).isZero();
	}

	@Test
	void aReleaseThatDidNotGetToTheWaitersWakesOne() {
		String holder = silent();
		Turn grown = semaphore(MANY + 2, true);
		DistributedSemaphore process = process(Duration.ofMinutes(1));
		hears(process);
		CompletableFuture<Optional<Permit>> waiting = process.get(this.name, SemaphoreOptions.of(1).asFair())
			.tryAcquireAsync(1, Duration.ofMinutes(2))
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> size(grown.keys.waiters()) == MANY + 1);
		expire(grown, all(grown.keys.waiters()).subList(0, MANY));
		assertThat(grown.release(holder)).isTrue();
		assertThat(waiting).succeedsWithin(PATIENCE).satisfies((permit) -> permit.orElseThrow().close());
	}

	/** Its subscription is there, so that it does not look once more. */
	private void hears(DistributedSemaphore process) {
		Turn before = new Turn(QueueKeys.of(KEYS, "sem", QueueKind.SEMAPHORE, "before"), new QueueTerms(1, true, 0));
		String holder = id();
		before.acquire(holder, LONG, 0);
		CompletableFuture<Optional<Permit>> woken = process.get("before", SemaphoreOptions.of(1))
			.tryAcquireAsync(1, PATIENCE)
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> size(before.keys.waiters()) == 1);
		assertThat(before.release(holder)).isTrue();
		assertThat(woken).succeedsWithin(PATIENCE).satisfies((permit) -> permit.orElseThrow().close());
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 3 })
	void nobodyWaitsForEverAfterTheLossOfAKey(int which) {
		String holder = silent();
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			connect(proxy.uri());
			NamedSemaphore alive = process(Duration.ofMillis(500), 1);
			CompletableFuture<Optional<Permit>> waiting = alive.tryAcquireAsync(1, PATIENCE).toCompletableFuture();
			tellNobody();
			Turn grown = semaphore(MANY + 1, true);
			await().atMost(PATIENCE).until(() -> size(grown.keys.waiters()) == MANY + 1);
			// No poll in between goes on before the key is lost.
			proxy.freeze();
			List<String> dead = all(grown.keys.waiters()).subList(0, MANY);
			assertThat(grown.release(holder)).isTrue();
			assertThat(more(grown)).isTrue();
			expire(grown, dead);
			assertThat(this.server.command("DEL", grown.keys.all()[which])).isEqualTo("1");
			proxy.thaw();
			assertThat(waiting).succeedsWithin(PATIENCE).satisfies((permit) -> assertThat(permit).isPresent());
			assertCounted(grown);
			assertThat(more(grown)).isFalse();
			waiting.join().orElseThrow().close();
			assertThat(grown.tryAcquire(id(MANY + 1))).isPositive();
			assertCounted(grown);
		}
	}

	@Test
	void aFullRedisReleasesGrantsAndGoesOn() {
		String holder = silent();
		Turn grown = semaphore(MANY, true);
		List<String> waiters = all(grown.keys.waiters());
		this.server.command("CONFIG", "SET", "maxmemory", "100000");
		assertThat(grown.release(holder)).isTrue();
		// One was removed.
		assertThat(size(grown.keys.holders())).isEqualTo(MOST - 1);
		for (int granted = 2 * MOST - 1; granted < MANY; granted += MOST) {
			assertThat(grown.acquire(waiters.get(0), LONG, LONG)).isPositive();
			assertThat(size(grown.keys.holders())).isEqualTo(granted);
		}
		assertThat(more(grown)).isTrue();
		assertThat(grown.tryAcquire(id())).as("none is free").isNegative();
		assertThat(more(grown)).isFalse();
		assertThat(grown.release(waiters.get(0))).isTrue();
		assertCounted(grown);
	}

	@Test
	void aFullRedisRemembersHowFarItPassedThoseWhoRequestTooMuch() {
		Turn five = semaphore(5, true);
		Turn one = semaphore(1, true);
		five.acquire(id(5), LONG, 0);
		add(five, 12_000, 5);
		String small = id();
		five.acquire(small, LONG, LONG);
		expire(five, all(five.keys.holders()));
		this.server.command("CONFIG", "SET", "maxmemory", "100000");
		int scripts = 1;
		while (one.acquire(small, LONG, LONG) == 0) {
			assertThat(++scripts).isLessThan(5);
		}
		assertThat(all(one.keys.holders())).containsExactly(small);
	}

	@Test
	void refusedMessagesLeaveNothingUndone() {
		String holder = silent();
		tellNobody();
		Turn grown = semaphore(MANY, true);
		assertThat(grown.release(holder)).isTrue();
		assertThat(size(grown.keys.holders())).isEqualTo(MOST - 1);
		assertThat(grown.tryAcquire(id())).isNegative();
		assertThat(size(grown.keys.holders())).isEqualTo(MANY);
	}

	@Test
	void aRevocationGoesOnAfterALostReply() throws Exception {
		Turn lock = readWrite();
		add(lock, MANY, 1);
		try (RedisProxy proxy = RedisProxy.to(this.server);
				CommandPort through = TestPorts.connected(TestPorts.open(proxy.uri(), PATIENCE))) {
			QueueCommands commands = new QueueCommands(through, new Client(KEYS));
			commands.info(lock.keys, 0);
			proxy.swallowNextReply();
			CompletableFuture<Boolean> revoked = CompletableFuture.supplyAsync(
					() -> commands.revoke(lock.keys, lock.terms(), QueueCommands.ALL), this.processes.workers());
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			proxy.cut();
			assertThat(revoked).succeedsWithin(PATIENCE).isEqualTo(true);
		}
		assertThat(size(lock.keys.holders())).isZero();
	}

}
