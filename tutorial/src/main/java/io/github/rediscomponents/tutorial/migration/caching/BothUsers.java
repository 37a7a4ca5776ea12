// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.caching;

import com.alicp.jetcache.Cache;

import io.github.rediscomponents.cache.CacheClient;

/**
 * Invalidates in JetCache and in ours, for the release between the two.
 */
public class BothUsers {

	private final Cache<Long, String> old;

	private final CacheClient ours;

	public BothUsers(Cache<Long, String> old, CacheClient ours) {
		this.old = old;
		this.ours = ours;
	}

	public void changed(long id) {
		this.old.remove(id);
		this.ours.invalidate("user", id);
	}

}
