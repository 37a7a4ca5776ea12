// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RedissonClient;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.campaign.StormNode;
import io.github.rediscomponents.lock.campaign.StormWay;
import io.github.rediscomponents.lock.redisson.RedissonEngine;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.acl.OfSeveralRooms;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Waits that outlive an outage of Redis, because the caller wishes it.
 */
@OfSeveralRooms
class KeepWaitingTests {

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	private static final LockOptions PATIENT = LockOptions.defaults().withOnUnavailable(OnUnavailable.KEEP_WAITING);

	private final List<RedisServer> servers = Stream.generate(RedisServer::start).limit(3).toList();

	private final List<CommandPort> ports = this.servers.stream()
		.map((server) -> TestPorts.open(server.uri(), Duration.ofSeconds(1)))
		.toList();

	/** Of the one who holds, and may take its time. */
	private final List<CommandPort> others = this.servers.stream()
		.map((server) -> TestPorts.open(server.uri(), PATIENCE))
		.toList();

	private final RedissonClient redisson = RedissonEngine.open(this.servers.get(0).uri(), 1000);

	private final List<StormNode> nodes = new ArrayList<>();

	private final String name = "order " + UUID.randomUUID();

	@BeforeEach
	void open() {
		// To connect for the first time may take longer than that.
		Stream.concat(this.ports.stream(), this.others.stream())
			.forEach((port) -> port.withTimeout(PATIENCE).call((commands) -> commands.ping()));
		this.nodes.add(new StormNode(this.ports, this.redisson, () -> {
		}));
		this.nodes.add(new StormNode(this.others, this.redisson, () -> {
		}));
	}

	@AfterEach
	void close() {
		this.nodes.forEach(StormNode::close);
		this.redisson.shutdown();
		this.ports.forEach(CommandPort::close);
		this.others.forEach(CommandPort::close);
		this.servers.forEach(RedisServer::close);
	}

	private NamedLock lock(StormWay way) {
		return way.lock(this.nodes.get(0), this.name);
	}

	private NamedSemaphore semaphore() {
		return this.nodes.get(0).semaphores.get(this.name,
				SemaphoreOptions.of(1).withOnUnavailable(OnUnavailable.KEEP_WAITING));
	}

	private static <T> FutureTask<T> waiting(Callable<T> call) {
		return LockFixture.inBackground(call);
	}

	private void outage(FutureTask<?> waiting) throws Exception {
		await().atMost(PATIENCE).until(() -> this.nodes.get(0).waiting() > 0);
		this.servers.forEach(RedisServer::kill);
		// Somebody who does not wish it hears that Redis is away.
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.nodes.get(0).quorum.get("other").tryAcquire());
		await().during(Duration.ofMillis(1500)).atMost(PATIENCE).until(() -> !waiting.isDone());
		this.servers.forEach(RedisServer::restart);
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR", "READ", "WRITE", "MULTI", "QUORUM", "REDISSON_PLAIN", "REDISSON_FAIR",
			"REDISSON_MULTI" })
	void outliveAnOutage(StormWay way) throws Exception {
		way.exclude(this.nodes.get(1), this.name);
		FutureTask<Lease> waiting = waiting(() -> lock(way).tryAcquire(PATIENT.withMaxWait(PATIENCE)).orElseThrow());
		outage(waiting);
		// The servers have forgotten who held it.
		LockFixture.get(waiting).close();
		this.nodes.get(0).awaitIdle();
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR", "MULTI", "QUORUM", "REDISSON_PLAIN" })
	void outliveAnOutageAsLocks(StormWay way) throws Exception {
		way.exclude(this.nodes.get(1), this.name);
		FutureTask<Boolean> waiting = waiting(() -> {
			Lock view = lock(way).asLock(PATIENT);
			view.lock();
			view.unlock();
			return true;
		});
		outage(waiting);
		LockFixture.get(waiting);
		this.nodes.get(0).awaitIdle();
	}

	@ParameterizedTest
	@EnumSource(names = { "SEMAPHORE" })
	void outliveAnOutageForPermits(StormWay way) throws Exception {
		way.exclude(this.nodes.get(1), this.name);
		FutureTask<Permit> waiting = waiting(semaphore()::acquire);
		outage(waiting);
		LockFixture.get(waiting).close();
		this.nodes.get(0).awaitIdle();
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR", "WRITE", "MULTI", "QUORUM", "REDISSON_PLAIN" })
	void endWithWhatWasWrongWhenTheirTimeIsOverFirst(StormWay way) throws Exception {
		way.exclude(this.nodes.get(1), this.name);
		FutureTask<Boolean> waiting = waiting(
				() -> lock(way).tryAcquire(PATIENT.withMaxWait(Duration.ofSeconds(5))).isPresent());
		await().atMost(PATIENCE).until(() -> this.nodes.get(0).waiting() > 0);
		this.servers.forEach(RedisServer::kill);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> LockFixture.get(waiting))
			.withCauseInstanceOf(RedisUnavailableException.class);
		this.servers.forEach(RedisServer::restart);
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void areHeldOnceWhenRedisHadGrantedThemUnheard(StormWay way) throws Exception {
		AutoCloseable held = way.exclude(this.nodes.get(1), this.name);
		FutureTask<Lease> waiting = waiting(() -> lock(way).tryAcquire(PATIENT).orElseThrow());
		NamedLock other = way.lock(this.nodes.get(1), this.name);
		await().atMost(PATIENCE).until(() -> other.info().waiting() == 1);
		held.close();
		this.servers.get(0).pause();
		await().during(Duration.ofMillis(1500)).atMost(PATIENCE).until(() -> true);
		this.servers.get(0).resume();
		Lease lease = LockFixture.get(waiting);
		assertThat(other.info().holder()).contains(lease.id());
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(other.info().held()).isFalse();
		this.nodes.get(0).awaitIdle();
	}

}
