// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.support.server.Failures;

/**
 * Shows locks.
 */
final class LockView implements RoomView {

	private final DistributedLock locks;

	LockView(DistributedLock locks) {
		this.locks = locks;
	}

	@Override
	public String room() {
		return "lock";
	}

	@Override
	public Map<String, Object> overview() {
		return Activities.of(this.locks.activity(Activities.SHOWN));
	}

	@Override
	public Map<String, Object> find(String name) {
		return ofItsKind(name,
				(lock, info) -> Activities.fields("name", info.name(), "held", info.held(), "holder",
						info.holder().orElse(""), "token", info.token(), "remaining", info.remaining().toString(),
						"age", info.age().toString(), "waiting", info.waiting()));
	}

	@Override
	public boolean release(String name, @Nullable String id) {
		if (id != null) {
			throw new IllegalArgumentException("A lock is released by its name; id must not be set");
		}
		return ofItsKind(name, (lock, info) -> lock.forceRelease());
	}

	/**
	 * Applies an action to a lock of the kind that Redis has under the name. The scripts
	 * reject a name of another kind.
	 */
	private <T> T ofItsKind(String name, BiFunction<NamedLock, LockInfo, T> action) {
		RedisCommandException refusal = null;
		for (NamedLock lock : List.of(this.locks.get(name), this.locks.fair(name),
				this.locks.readWrite(name).write())) {
			LockInfo info;
			try {
				info = lock.info();
			}
			catch (RedisCommandException ex) {
				if (isOfRights(ex)) {
					throw ex;
				}
				refusal = ex;
				continue;
			}
			return action.apply(lock, info);
		}
		throw new IllegalArgumentException("The keys of '" + name + "' do not belong to a lock", refusal);
	}

	/** Says nothing of the kind of the lock. */
	private static boolean isOfRights(RedisCommandException refusal) {
		return refusal.getCause() instanceof RedisCommandExecutionException reply && Failures.isRefusedByAcl(reply);
	}

	@Override
	public Map<String, Object> report() {
		return HoldReports.of(this.locks.activity(MAX_REPORTED));
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return HoldReports.merge(reports);
	}

	@Override
	public Set<String> actions() {
		return Set.of("release");
	}

	@Override
	public Map<String, Object> act(String action, String name, @Nullable String id) {
		return Map.of("released", release(name, id));
	}

}
