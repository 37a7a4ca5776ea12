// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

import io.github.rediscomponents.lock.LockKind;

/**
 * The names for which the contenders of {@link LockCampaignTests} contend. Each has a
 * capacity, which the weights of the leases that are valid at a moment must not exceed
 * together; that says for locks, sides of locks and permits alike what excludes what.
 */
public enum CampaignTarget {

	/** A plain lock. */
	PLAIN(1, LockKind.PLAIN),

	/** Another one. */
	OTHER_PLAIN(1, LockKind.PLAIN),

	/** A fair lock. */
	FAIR(1, LockKind.FAIR),

	/** A read-write lock. */
	READ_WRITE(1_000_000, LockKind.READ, LockKind.READ, LockKind.READ, LockKind.WRITE),

	/** A semaphore of three permits. */
	SEMAPHORE(3, LockKind.PERMIT),

	/** A fair one. */
	FAIR_SEMAPHORE(3, LockKind.PERMIT);

	private final int capacity;

	private final List<LockKind> kinds;

	CampaignTarget(int capacity, LockKind... kinds) {
		this.capacity = capacity;
		this.kinds = List.of(kinds);
	}

	public int capacity() {
		return this.capacity;
	}

	LockKind kind(SplittableRandom random) {
		return this.kinds.get(random.nextInt(this.kinds.size()));
	}

	/** How much of the capacity a lease takes. */
	int weight(LockKind kind, SplittableRandom random) {
		return switch (kind) {
			case WRITE -> this.capacity;
			case PERMIT -> 1 + random.nextInt(this.capacity);
			default -> 1;
		};
	}

	String key() {
		return name().toLowerCase(Locale.ROOT);
	}

}
