// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

/**
 * Shows semaphores.
 */
final class SemaphoreView implements RoomView {

	/**
	 * Options of semaphores that the settings do not declare and whose size is unknown
	 * here. With the smallest size, a revocation never grants more permits than the
	 * semaphore has.
	 */
	private static final SemaphoreOptions UNDECLARED = SemaphoreOptions.of(1);

	private final DistributedSemaphore semaphores;

	SemaphoreView(DistributedSemaphore semaphores) {
		this.semaphores = semaphores;
	}

	@Override
	public String room() {
		return "semaphore";
	}

	@Override
	public Map<String, Object> overview() {
		return Activities.of(this.semaphores.activity());
	}

	@Override
	public Map<String, Object> find(String name) {
		NamedSemaphore semaphore = semaphore(name);
		return Activities.fields("name", name, "holders",
				semaphore.holders()
					.stream()
					.map((permit) -> Activities.fields("id", permit.id(), "permits", permit.count(), "age",
							permit.age().toString(), "remaining", permit.remaining().toString()))
					.toList());
	}

	@Override
	public boolean release(String name, @Nullable String id) {
		if (id == null) {
			throw new IllegalArgumentException("A permit is revoked by its id; GET shows the ids of the holders");
		}
		return semaphore(name).revoke(id);
	}

	private NamedSemaphore semaphore(String name) {
		try {
			return this.semaphores.get(name);
		}
		catch (IllegalArgumentException ex) {
			return this.semaphores.get(name, UNDECLARED);
		}
	}

}
