// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

/**
 * Reads the old cache and invalidates both, for the release between the two.
 */
public class BothShops {

	private final BeforeShops old;

	private final AfterShops ours;

	public BothShops(BeforeShops old, AfterShops ours) {
		this.old = old;
		this.ours = ours;
	}

	public String find(long id) {
		return this.old.find(id);
	}

	public void changed(long id) {
		this.old.changed(id);
		this.ours.changed(id);
	}

}
