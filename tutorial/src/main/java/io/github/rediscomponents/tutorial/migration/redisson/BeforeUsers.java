// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import org.redisson.api.RBloomFilter;

/**
 * Names that are taken, in a filter of Redisson.
 */
public class BeforeUsers {

	private final RBloomFilter<String> users;

	public BeforeUsers(RBloomFilter<String> users) {
		this.users = users;
	}

	public void added(String user) {
		this.users.add(user);
	}

	public boolean mayBeTaken(String user) {
		return this.users.contains(user);
	}

}
