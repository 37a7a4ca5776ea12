// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The groups of consumers of one queue.
 *
 * @since 1.0.0
 */
public final class Groups {

	private static final Logger logger = LoggerFactory.getLogger(Groups.class);

	/** For the script: consumed or not. */
	private static final int IN_USE_OR_NOT = -1;

	/** A waiting consumer looks around once in a visibility, of 15 seconds at most. */
	private static final long LONGEST_SILENCE_MILLIS = 45_000;

	private final CommandPort redis;

	private final StreamStore store;

	Groups(CommandPort redis, StreamStore store) {
		this.redis = redis;
		this.store = store;
	}

	public List<GroupStats> stats() {
		return read(this.redis.eval(StreamScripts.GROUP_STATS, streamKey()));
	}

	CompletionStage<List<GroupStats>> statsAsync() {
		return this.redis.evalAsync(StreamScripts.GROUP_STATS, streamKey()).thenApply(Groups::read);
	}

	private String[] streamKey() {
		return new String[] { this.store.keys().stream() };
	}

	private static List<GroupStats> read(List<Object> reply) {
		List<GroupStats> groups = new ArrayList<>();
		for (Object each : reply) {
			List<?> group = (List<?>) each;
			groups.add(new GroupStats(Utf8.text(group.get(0)), Utf8.number(group.get(1)), Utf8.number(group.get(2)),
					(int) Utf8.number(group.get(3)), Duration.ofMillis(Math.max(0, Utf8.number(group.get(4)))),
					Duration.ofMillis(Utf8.number(group.get(5)))));
		}
		return groups;
	}

	/** Those that the stream has, and the queue's own. */
	Set<String> names() {
		Set<String> names = new TreeSet<>();
		names.add(this.store.settings().get().group());
		List<Object> known = this.redis.eval(StreamScripts.GROUPS, streamKey());
		known.forEach((group) -> names.add(Utf8.text(group)));
		return names;
	}

	public boolean remove(String group) {
		return disband(group, IN_USE_OR_NOT) == 1;
	}

	/**
	 * Removes a group that keeps publishers from publishing, if it had no consumer for
	 * longer than the settings allow.
	 */
	boolean disbandIfForgotten(String group) {
		WorkQueueSettings by = this.store.settings().get();
		Duration ttl = by.groupTtl();
		long silence = Math.max(ttl.toMillis(), Math.min(LONGEST_SILENCE_MILLIS, 3 * by.visibility().toMillis()));
		boolean removed = !ttl.isZero() && disband(group, silence) == 1;
		if (removed) {
			this.store.observed().disbanded(group);
			logger.warn("Group '{}' of queue '{}' was removed: it had no consumer for {}, and the queue was full of"
					+ " messages that it had not acknowledged", group, this.store.name(), ttl);
		}
		return removed;
	}

	private long disband(String group, long ttlMillis) {
		StreamKeys keys = this.store.keys();
		List<String> all = new ArrayList<>(List.of(keys.stream()));
		all.addAll(keys.ofGroup(group));
		return this.redis.eval(StreamScripts.DISBAND, all.toArray(String[]::new), Utf8.bytes(group),
				Utf8.bytes(ttlMillis));
	}

}
