// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.List;

/**
 * The keys of one queue, all in one slot.
 *
 * @param stream the stream, whose key the others begin with
 * @since 1.0.0
 */
public record StreamKeys(String stream) {

	public String dead() {
		return this.stream + ":dead";
	}

	/** How many dead letters were dropped. */
	public String dropped() {
		return this.stream + ":dropped";
	}

	/** Exists while the queue is paused. */
	public String paused() {
		return this.stream + ":paused";
	}

	String retry(String group) {
		return this.stream + ":retry:" + group;
	}

	String trace(String group) {
		return this.stream + ":trace:" + group;
	}

	/** Returns the key of the last settlements of each consumer. */
	String settled(String group) {
		return this.stream + ":settled:" + group;
	}

	/** Since when which entries cannot be read. */
	String unread(String group) {
		return this.stream + ":unread:" + group;
	}

	/** Returns the keys of a group besides the stream. */
	List<String> ofGroup(String group) {
		return List.of(retry(group), trace(group), unread(group), settled(group));
	}

	/** Entries by the id that their publishers gave them. */
	String ids() {
		return this.stream + ":ids";
	}

	/** Those ids by when they refuse no more. */
	String windows() {
		return this.stream + ":windows";
	}

}
