// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.lettuce;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.lease.Keeper;
import io.github.rediscomponents.lease.Renewal;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.kept.LockKeeper;

/**
 * A plain lock: one hash. Processes wait in it, and the threads of a process wait at the
 * {@link Gate}.
 *
 * @param name the lock's name
 * @param key its hash
 * @param commands the scripts
 */
record PlainKeeper(String name, String key, LockCommands commands) implements LockKeeper {

	@Override
	public LockKind kind() {
		return LockKind.PLAIN;
	}

	@Override
	public boolean takesTurns() {
		return true;
	}

	@Override
	public long acquire(String leaseId, long leaseMillis, long retentionMillis, long waitMillis) {
		return this.commands.acquire(this.key, leaseId, leaseMillis, leaseMillis + retentionMillis, waitMillis);
	}

	@Override
	public CompletionStage<Long> acquireAsync(String leaseId, long leaseMillis, long retentionMillis, long waitMillis) {
		return this.commands.acquireAsync(this.key, leaseId, leaseMillis, leaseMillis + retentionMillis, waitMillis);
	}

	@Override
	public void leave(String leaseId) {
		this.commands.leaveAsync(this.key);
	}

	@Override
	public boolean release(String leaseId) {
		return this.commands.release(this.key, leaseId);
	}

	@Override
	public CompletionStage<Long> releaseAsync(String leaseId) {
		return this.commands.releaseAsync(this.key, leaseId);
	}

	@Override
	public CompletionStage<Long> passAsync(String leaseId, String nextId, long leaseMillis, long retentionMillis) {
		return this.commands.passAsync(this.key, leaseId, nextId, leaseMillis, leaseMillis + retentionMillis);
	}

	@Override
	public Keeper replicated(int minReplicas, Duration wait) {
		return new PlainKeeper(this.name, this.key, this.commands.replicated(minReplicas, wait));
	}

	@Override
	public LockInfo info() {
		return this.commands.info(this.name, this.key);
	}

	@Override
	public boolean forceRelease() {
		return this.commands.revoke(this.name, this.key);
	}

	@Override
	public Renewal renewal() {
		return this.commands.renewal();
	}

}
