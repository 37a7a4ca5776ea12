// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;

import io.github.rediscomponents.cache.CacheClient;

/**
 * Shows whether local levels of caches serve.
 */
final class CacheView implements RoomView {

	private final CacheClient caches;

	CacheView(CacheClient caches) {
		this.caches = caches;
	}

	@Override
	public String room() {
		return "cache";
	}

	@Override
	public Map<String, Object> overview() {
		return Map.of("localLevel", this.caches.localLevelState().name());
	}

}
