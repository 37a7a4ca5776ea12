package io.github.rediscomponents.cache;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Knows for which keys the calling thread is inside a loader, where asking for one of
 * them would wait for itself.
 */
final class Reentrance {

	private final ThreadLocal<Set<String>> loading = new ThreadLocal<>();

	private final String name;

	Reentrance(String name) {
		this.name = name;
	}

	void check(String text) {
		Set<String> known = this.loading.get();
		if (known != null && known.contains(text)) {
			throw new IllegalStateException(
					"A loader of cache '" + this.name + "' asked the cache for the key that it is loading");
		}
	}

	void enter(Collection<String> texts) {
		Set<String> known = this.loading.get();
		if (known == null) {
			known = new HashSet<>();
			this.loading.set(known);
		}
		known.addAll(texts);
	}

	void leave(Collection<String> texts) {
		Set<String> known = this.loading.get();
		if (known != null) {
			texts.forEach(known::remove);
			if (known.isEmpty()) {
				this.loading.remove();
			}
		}
	}

}
