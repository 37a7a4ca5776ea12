// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.util.function.BooleanSupplier;

/**
 * A body under both, for the release between the two.
 */
public class BothLocks {

	private final BeforeLock old;

	private final AfterLock ours;

	public BothLocks(BeforeLock old, AfterLock ours) {
		this.old = old;
		this.ours = ours;
	}

	public boolean tryRun(String name, BooleanSupplier body) {
		return this.old.tryRun(name, () -> this.ours.tryRun(name, body));
	}

}
