// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.QueuedInvalidations;

/**
 * Shows the counts of caches, whether their local levels serve, and the invalidations
 * that are repeated. Offers the actions to look at a key, to invalidate it, and to clear
 * a cache.
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
		return Activities.fields("caches", this.caches.activity().stream().map(CacheView::counts).toList(),
				"localLevel", this.caches.localLevelState().name(), "localLevels", localLevels(this.caches),
				"queuedInvalidations", queued.count(), "oldestQueuedInvalidation", queued.oldest().toString());
	}

	private static Map<String, Object> counts(CacheClient.Counts counts) {
		return Activities.fields("name", counts.cache(), "local", counts.localHits(), "redis", counts.redisHits(),
				"stale", counts.staleHits(), "misses", counts.misses(), "loads", counts.loads(), "failedLoads",
				counts.failedLoads(), "invalidations", counts.invalidations());
	}

	@Override
	public @Nullable Map<String, Object> find(String name) {
		return this.caches.activity()
			.stream()
			.filter((counts) -> counts.cache().equals(name))
			.findFirst()
			.map(CacheView::counts)
			.orElse(null);
	}

	@Override
	public Set<String> actions() {
		return Set.of("look", "invalidate", "clear");
	}

	@Override
	public @Nullable Map<String, Object> act(String action, String name, @Nullable String id) {
		if (find(name) == null) {
			return null;
		}
		if (action.equals("clear")) {
			if (id != null) {
				throw new IllegalArgumentException("A cache is cleared as a whole, without an id");
			}
			this.caches.clear(name);
			return Map.of("cleared", true);
		}
		if (id == null) {
			throw new IllegalArgumentException("id must be a key of the cache");
		}
		if (action.equals("invalidate")) {
			this.caches.invalidate(name, id);
			return Map.of("invalidated", true);
		}
		return this.caches.look(name, id).map(CacheView::entry).orElseGet(() -> Map.of("found", false));
	}

	private static Map<String, Object> entry(CacheClient.Entry entry) {
		return Activities.fields("found", true, "local", entry.local(), "stored", entry.stored(), "absent",
				entry.absent(), "cleared", entry.cleared(), "bytes", entry.bytes(), "remaining",
				entry.remaining().toString(), "fresh", entry.fresh().toString(), "loadTook",
				entry.loadTook().toString(), "tags", entry.tags());
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
