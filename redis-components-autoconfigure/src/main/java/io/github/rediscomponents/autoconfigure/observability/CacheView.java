// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.LocalLevelStatus;
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
		return Map.of("localLevel", this.caches.localLevelState().name(), "localLevels", localLevels(this.caches),
				"queuedInvalidations", queued.count(), "oldestQueuedInvalidation", queued.oldest().toString());
	}

	/**
	 * Returns the states of the local levels by the way of their invalidation, with what
	 * keeps them from serving.
	 */
	static Map<String, String> localLevels(CacheClient caches) {
		Map<String, String> states = new TreeMap<>();
		for (LocalLevelStatus status : caches.localLevels()) {
			String reason = status.reason().isEmpty() ? "" : ": " + status.reason();
			states.put(status.invalidation().name().toLowerCase(Locale.ROOT), status.state().name() + reason);
		}
		return states;
	}

}
