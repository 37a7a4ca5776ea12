// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.QueuedInvalidations;

/**
 * Shows whether local levels of caches serve, and the invalidations that are repeated.
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
		QueuedInvalidations queued = this.caches.queuedInvalidations();
		return Map.of("localLevel", this.caches.localLevelState().name(), "queuedInvalidations", queued.count(),
				"oldestQueuedInvalidation", queued.oldest().toString());
	}

}
