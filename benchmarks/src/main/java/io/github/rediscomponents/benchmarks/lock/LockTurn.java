// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.util.concurrent.locks.Lock;

/**
 * The turn of a thread at a {@link Lock}.
 *
 * @param lock which
 */
record LockTurn(Lock lock) implements Contender.Turn {

	@Override
	public void take() {
		this.lock.lock();
	}

	@Override
	public void giveBack() {
		this.lock.unlock();
	}

}
