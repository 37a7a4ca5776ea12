// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.PermitInfo;
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
		return Activities.of(this.semaphores.activity(Activities.SHOWN));
	}

	@Override
	public Map<String, Object> find(String name) {
		List<PermitInfo> holders = semaphore(name).holders();
		Map<String, Object> found = new LinkedHashMap<>(Activities.fields("name", name, "holders",
				holders.stream()
					.map((permit) -> Activities.fields("id", permit.id(), "permits", permit.count(), "age",
							permit.age().toString(), "remaining", permit.remaining().toString()))
					.toList(),
				"held", holders.stream().mapToLong(PermitInfo::count).sum()));
		declared(name).ifPresent((declared) -> found.put("available", declared.available()));
		return found;
	}

	@Override
	public boolean release(String name, @Nullable String id) {
		if (id == null) {
			throw new IllegalArgumentException("A permit is revoked by its id; GET shows the ids of the holders");
		}
		return semaphore(name).revoke(id);
	}

	private NamedSemaphore semaphore(String name) {
		return declared(name).orElseGet(() -> this.semaphores.get(name, UNDECLARED));
	}

	private Optional<NamedSemaphore> declared(String name) {
		try {
			return Optional.of(this.semaphores.get(name));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	@Override
	public Map<String, Object> report() {
		return HoldReports.of(this.semaphores.activity(MAX_REPORTED));
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return HoldReports.merge(reports);
	}

	@Override
	public Set<String> actions() {
		return Set.of("revoke");
	}

	@Override
	public Map<String, Object> act(String action, String name, @Nullable String id) {
		return Map.of("released", release(name, id));
	}

}
