// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.util.function.Predicate;

import io.github.rediscomponents.ratelimit.PolicyLimiter;

/**
 * An attempt that two limiters have to admit, for the release between them.
 */
public class BothLimits {

	private final Predicate<String> old;

	private final PolicyLimiter ours;

	public BothLimits(Predicate<String> old, PolicyLimiter ours) {
		this.old = old;
		this.ours = ours;
	}

	public boolean tryAcquire(String subject) {
		if (!this.ours.tryAcquire(subject).allowed()) {
			return false;
		}
		if (this.old.test(subject)) {
			return true;
		}
		this.ours.refund(subject, 1);
		return false;
	}

}
