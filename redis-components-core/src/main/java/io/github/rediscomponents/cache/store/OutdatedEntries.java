// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.write.FailedInvalidations;

/**
 * Keeps this process from reading entries whose invalidation by it failed: it goes on as
 * if their node did not answer.
 *
 * @param queue the invalidations that failed
 */
record OutdatedEntries(FailedInvalidations queue) {

	boolean contains(String text) {
		return this.queue.contains(text);
	}

	/**
	 * Returns the reply in place of an outdated entry.
	 * @param onlyWell whether the caller loads if there is no answer
	 */
	Reply<byte[]> reply(boolean onlyWell) {
		return onlyWell
				? Reply.failed(new RedisUnavailableException("The entry is outdated; its invalidation is queued",
						Outcome.NOT_EXECUTED, null))
				: Reply.of(null);
	}

	/**
	 * Reads those that are not outdated.
	 * @param texts each once
	 * @param onlyWell see {@link #reply}
	 * @param read reads some
	 */
	List<Reply<byte[]>> readOthers(List<String> texts, boolean onlyWell,
			Function<List<String>, List<Reply<byte[]>>> read) {
		if (this.queue.isEmpty()) {
			return read.apply(texts);
		}
		Set<String> valid = new LinkedHashSet<>(texts);
		valid.removeIf(this::contains);
		Iterator<Reply<byte[]>> replies = (valid.isEmpty() ? List.<Reply<byte[]>>of() : read.apply(List.copyOf(valid)))
			.iterator();
		List<Reply<byte[]>> all = new ArrayList<>(texts.size());
		texts.forEach((text) -> all.add(valid.contains(text) ? replies.next() : reply(onlyWell)));
		return all;
	}

}
