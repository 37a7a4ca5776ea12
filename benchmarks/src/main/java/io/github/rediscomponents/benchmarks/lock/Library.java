// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.redisson.api.RedissonClient;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.test.RedisServer;

/**
 * What is compared. The first of each group is ours.
 */
enum Library {

	/** Ours, not fair. */
	REDIS_COMPONENTS(Group.LOCK, (uri, lease) -> new OurLocks(uri, lease, DistributedLock::get)),

	/** Redisson's RLock, renewed. */
	REDISSON_RLOCK(Group.LOCK, (uri, lease) -> RedissonContender.locks(uri, lease, RedissonClient::getLock)),

	/** Spring Integration's registry that waits for a message. */
	SPRING_INTEGRATION_PUB_SUB(Group.LOCK,
			(uri, lease) -> new SpringIntegrationContender(uri, lease, RedisLockType.PUB_SUB_LOCK)),

	/** Spring Integration's registry that polls. */
	SPRING_INTEGRATION_SPIN(Group.LOCK,
			(uri, lease) -> new SpringIntegrationContender(uri, lease, RedisLockType.SPIN_LOCK)),

	/** Ours, fair. */
	REDIS_COMPONENTS_FAIR(Group.FAIR_LOCK, (uri, lease) -> new OurLocks(uri, lease, DistributedLock::fair)),

	/** Redisson's RFairLock, renewed. */
	REDISSON_RFAIRLOCK(Group.FAIR_LOCK,
			(uri, lease) -> RedissonContender.locks(uri, lease, RedissonClient::getFairLock)),

	/** Ours. */
	REDIS_COMPONENTS_SEMAPHORE(Group.SEMAPHORE, (uri, lease) -> new OurSemaphores(uri, lease, false)),

	/** Ours, fair. */
	REDIS_COMPONENTS_FAIR_SEMAPHORE(Group.SEMAPHORE, (uri, lease) -> new OurSemaphores(uri, lease, true)),

	/** Redisson's RSemaphore, whose permits are not leased. */
	REDISSON_RSEMAPHORE(Group.SEMAPHORE, (uri, lease) -> RedissonContender.semaphores(uri)),

	/** Redisson's RPermitExpirableSemaphore. */
	REDISSON_RPERMITEXPIRABLESEMAPHORE(Group.SEMAPHORE,
			(uri, lease) -> RedissonContender.expirableSemaphores(uri, lease));

	/** What all libraries hold by default. */
	static final Duration LEASE = Duration.ofSeconds(30);

	private final Group group;

	private final Opening opening;

	Library(Group group, Opening opening) {
		this.group = group;
		this.opening = opening;
	}

	Contender open(RedisServer server) {
		return open(server.uri(), LEASE);
	}

	/**
	 * Opens a process.
	 * @param uri where Redis is
	 * @param lease for how long it holds what it takes, if it is killed
	 * @return a process
	 */
	Contender open(String uri, Duration lease) {
		return this.opening.open(uri, lease);
	}

	Group group() {
		return this.group;
	}

	String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', ' ');
	}

	/** What can be compared with each other. */
	enum Group {

		/** Locks that are not fair. */
		LOCK("One lock"),

		/** Fair locks. */
		FAIR_LOCK("One fair lock"),

		/** Semaphores. */
		SEMAPHORE("One semaphore");

		private final String title;

		Group(String title) {
			this.title = title;
		}

		String title() {
			return this.title;
		}

		List<Library> libraries() {
			return Arrays.stream(Library.values()).filter((library) -> library.group == this).toList();
		}

	}

	/** How a process is opened. */
	private interface Opening {

		Contender open(String uri, Duration lease);

	}

}
