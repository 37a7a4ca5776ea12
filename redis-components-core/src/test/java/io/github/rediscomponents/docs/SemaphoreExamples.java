// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.Optional;

import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.PermitInfo;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

/**
 * The code of docs/semaphore.md.
 */
class SemaphoreExamples {

	private final DistributedSemaphore semaphores;

	SemaphoreExamples(DistributedSemaphore semaphores) {
		this.semaphores = semaphores;
	}

	boolean print() throws InterruptedException {
		Optional<Permit> acquired = semaphores.get("printer").tryAcquire(1, Duration.ofSeconds(2));
		if (acquired.isEmpty()) {
			return false;
		}
		try (Permit permit = acquired.get()) {
			work(permit);
			return true;
		}
	}

	void given(long tenant) throws InterruptedException {
		NamedSemaphore exports = semaphores.get("export:" + tenant, SemaphoreOptions.of(4).asFair());
		try (Permit two = exports.tryAcquire(2, Duration.ofMinutes(1)).orElseThrow()) {
			work(two);
		}
	}

	void async() {
		semaphores.get("printer")
			.tryAcquireAsync(1, Duration.ofSeconds(2))
			.thenAccept((acquired) -> acquired.ifPresent((permit) -> {
				work(permit);
				permit.releaseAsync();
			}));
	}

	void operate(NamedSemaphore printer) {
		for (PermitInfo holder : printer.holders()) {
			if (holder.age().compareTo(Duration.ofHours(1)) > 0) {
				printer.revoke(holder.id());
			}
		}
	}

	private void work(Permit permit) {
		permit.isValid();
	}

}
