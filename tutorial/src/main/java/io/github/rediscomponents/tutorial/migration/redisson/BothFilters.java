// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.util.function.Supplier;
import java.util.stream.Stream;

import org.redisson.api.RBloomFilter;

import io.github.rediscomponents.filter.BloomFilter;

/**
 * A filter of Redisson that still answers, beside ours that is being built.
 */
public class BothFilters {

	private final RBloomFilter<String> old;

	private final BloomFilter ours;

	public BothFilters(RBloomFilter<String> old, BloomFilter ours) {
		this.old = old;
		this.ours = ours;
	}

	public void add(String user) {
		this.old.add(user);
		this.ours.add(user);
	}

	public boolean build(Supplier<Stream<String>> allUsers) throws InterruptedException {
		return this.ours.rebuild(allUsers, (added) -> {
		});
	}

	public boolean mightContain(String user) {
		return this.old.contains(user);
	}

}
