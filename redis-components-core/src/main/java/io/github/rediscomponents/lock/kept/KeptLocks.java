// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

import io.github.rediscomponents.lease.Keeper;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.NamedReadWriteLock;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Troubled;
import io.github.rediscomponents.support.Troubles;

/**
 * {@link DistributedLock} on any {@link LockKeeper}s.
 *
 * @since 1.0.0
 */
public final class KeptLocks implements DistributedLock, Troubled {

	private static final int MAX_NAME = 512;

	private final LeaseEngine engine;

	private final BiFunction<String, LockKind, LockKeeper> keepers;

	private final Gathering.Begin gathering;

	private final ThreadLocal<Map<Keeper, ThreadHold>> holds = ThreadLocal.withInitial(HashMap::new);

	/**
	 * Creates locks that gather several names as {@link CombinedAcquisition} does it.
	 * @param keepers by name and kind; called with PLAIN, FAIR, READ and WRITE
	 */
	public KeptLocks(LeaseEngine engine, BiFunction<String, LockKind, LockKeeper> keepers) {
		this(engine, keepers, CombinedAcquisition::new);
	}

	/**
	 * Creates locks.
	 * @param gathering how several names are acquired
	 */
	public KeptLocks(LeaseEngine engine, BiFunction<String, LockKind, LockKeeper> keepers, Gathering.Begin gathering) {
		this.engine = engine;
		this.keepers = keepers;
		this.gathering = gathering;
	}

	@Override
	public NamedLock get(String name) {
		return lock(name, LockKind.PLAIN);
	}

	@Override
	public NamedLock fair(String name) {
		return lock(name, LockKind.FAIR);
	}

	@Override
	public NamedReadWriteLock readWrite(String name) {
		return new RedisReadWriteLock(name, lock(name, LockKind.READ), lock(name, LockKind.WRITE));
	}

	private NamedLock lock(String name, LockKind kind) {
		return new RedisNamedLock(this, this.keepers.apply(Checks.hasLength("name", name, MAX_NAME), kind));
	}

	@Override
	public NamedLock all(Collection<String> names) {
		return RedisMultiLock.of(this, names, this.gathering);
	}

	@Override
	public LockActivity activity() {
		return this.engine.activity();
	}

	@Override
	public LockActivity activity(int most) {
		return this.engine.activity(Checks.between("most", most, 0, Integer.MAX_VALUE));
	}

	@Override
	public Troubles troubles() {
		return this.engine.troubles();
	}

	public LeaseEngine engine() {
		return this.engine;
	}

	/** Returns the holds of the current thread through {@link NamedLock#asLock()}. */
	Map<Keeper, ThreadHold> holds() {
		return this.holds.get();
	}

	@Override
	public void close() {
		this.engine.close();
	}

}
