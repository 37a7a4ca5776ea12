// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.PermitInfo;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.refusal.Refusal.Scene;
import io.github.rediscomponents.support.refusal.Refusal.Use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * With locks. A release never throws, so they are revoked.
 */
class RefusedLockTests extends RefusedSteps {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	Stream<Scene> scenes() {
		return Stream.of(lock("lock", (locks) -> locks.get("a")), lock("fair lock", (locks) -> locks.fair("a")),
				lock("write lock", (locks) -> locks.readWrite("a").write()),
				new Scene("semaphore", RefusedLockTests::semaphore), new Scene("quorum lock", this::quorum),
				new Scene("quorum lock with a server that refuses", this::refusingServer, Set.of(Scene.ANY)));
	}

	private static Scene lock(String name, Function<DistributedLock, NamedLock> kind) {
		return new Scene(name, (port, keys, background) -> {
			DistributedLock locks = LettuceLocks.create(port, keys, new LiveSettings<>(LockSettings.defaults()),
					background);
			return lock(kind.apply(locks)).closing(locks::close);
		});
	}

	private static Use lock(NamedLock lock) {
		return new Use().step("acquire", () -> lock.tryAcquire().orElseThrow())
			.step("look", () -> assertThat(lock.info().held()).isTrue())
			.step("revoke", () -> assertThat(lock.forceRelease()).isTrue())
			.step("acquire again", () -> lock.tryAcquire().orElseThrow())
			.check(() -> {
				assertThat(lock.info().held()).isTrue();
				assertThat(lock.forceRelease()).isTrue();
				assertThat(lock.tryAcquire().orElseThrow().release()).isEqualTo(ReleaseResult.RELEASED);
			});
	}

	private static Use semaphore(CommandPort port, KeySpace keys, Background background) {
		DistributedSemaphore semaphores = DistributedSemaphore.create(port, keys,
				new LiveSettings<>(SemaphoreSettings.defaults()), background);
		NamedSemaphore semaphore = semaphores.get("a", SemaphoreOptions.of(3));
		List<Permit> permits = new ArrayList<>();
		return new Use().step("acquire", () -> permits.add(semaphore.tryAcquire().orElseThrow()))
			.step("acquire two more", () -> permits.add(semaphore.tryAcquire(2, Duration.ZERO).orElseThrow()))
			.step("look", () -> assertThat(semaphore.available()).isZero())
			.step("revoke", () -> assertThat(semaphore.revoke(permits.get(1).id())).isTrue())
			.step("acquire one more", () -> permits.add(semaphore.tryAcquire().orElseThrow()))
			.check(() -> {
				assertThat(semaphore.holders()).extracting(PermitInfo::id)
					.containsExactly(permits.get(0).id(), permits.get(2).id());
				assertThat(semaphore.available()).isOne();
				assertThat(permits.get(0).release()).isEqualTo(ReleaseResult.RELEASED);
				assertThat(semaphore.tryAcquire(2, Duration.ZERO).orElseThrow().release())
					.isEqualTo(ReleaseResult.RELEASED);
			})
			.closing(semaphores::close);
	}

	private static QuorumLock quorum(List<CommandPort> nodes, KeySpace keys, Background background) {
		return QuorumLock.create(nodes, keys, new LiveSettings<>(LockSettings.defaults()), background,
				LockObserver.NONE);
	}

	private Use quorum(CommandPort port, KeySpace keys, Background background) {
		List<CommandPort> nodes = List.of(port, this.limited.port(1), this.limited.port(2));
		QuorumLock locks = quorum(nodes, keys, background);
		NamedLock lock = locks.get("a");
		return held(lock, new ArrayList<>()).step("look", () -> assertThat(lock.info().held()).isTrue())
			.step("revoke", () -> assertThat(lock.forceRelease()).isTrue())
			.check(() -> assertThat(lock.tryAcquire().orElseThrow().release()).isEqualTo(ReleaseResult.RELEASED))
			.closing(locks::close);
	}

	private static Use held(NamedLock lock, List<Lease> leases) {
		return new Use().step("acquire", () -> leases.add(lock.tryAcquire().orElseThrow()))
			.step("extend", () -> assertThat(leases.get(0).extend(Duration.ofHours(1))).isTrue());
	}

	private Use refusingServer(CommandPort port, KeySpace keys, Background background) {
		List<CommandPort> nodes = List.of(port, this.limited.unlimited(1), this.limited.unlimited(2));
		QuorumLock locks = quorum(nodes, keys, background);
		NamedLock lock = locks.get("a");
		List<Lease> leases = new ArrayList<>();
		return held(lock, leases)
			.step("release", () -> assertThat(leases.get(0).release()).isEqualTo(ReleaseResult.RELEASED))
			.check(() -> {
				// Also where the first release was refused.
				await().atMost(PATIENCE)
					.pollDelay(Duration.ZERO)
					.until(() -> nodes.stream().allMatch((node) -> isFree(node, keys.key("quorum", "a"))));
				assertThat(lock.tryAcquire().orElseThrow().release()).isEqualTo(ReleaseResult.RELEASED);
			})
			.closing(locks::close);
	}

	private static boolean isFree(CommandPort node, String key) {
		byte[] end = node.call((commands) -> commands.hget(key, "d"));
		return end == null || "0".equals(new String(end, StandardCharsets.US_ASCII));
	}

}
