// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.tutorial.Pause;

/**
 * A table of the database.
 */
public class Rows {

	private final Map<String, String> rows = new ConcurrentHashMap<>();

	private final AtomicInteger queries = new AtomicInteger();

	private final AtomicReference<Pause> slow = new AtomicReference<>(Pause.NONE);

	/**
	 * Finds a row. The value is read before the pause and returned after it, as by a slow
	 * query.
	 */
	public @Nullable String find(String id) {
		this.queries.incrementAndGet();
		String found = this.rows.get(id);
		this.slow.getAndSet(Pause.NONE).here();
		return found;
	}

	public void save(String id, String value) {
		this.rows.put(id, value);
	}

	public int queries() {
		return this.queries.get();
	}

	/** During the next query, between its read and its return. */
	public void duringNextQuery(Pause pause) {
		this.slow.set(pause);
	}

}
