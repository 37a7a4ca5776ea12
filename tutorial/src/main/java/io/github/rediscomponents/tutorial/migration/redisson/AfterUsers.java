// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.Membership;

/**
 * Names that are taken, in a filter that says so when it has lost its elements.
 */
public class AfterUsers {

	private final BloomFilter users;

	public AfterUsers(BloomFilter users) {
		this.users = users;
	}

	public void added(String user) {
		this.users.add(user);
	}

	public boolean mayBeTaken(String user) {
		return this.users.test(user) != Membership.ABSENT;
	}

}
