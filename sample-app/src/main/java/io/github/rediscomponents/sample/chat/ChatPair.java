// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.util.List;

/**
 * Two users, in the order of their ids.
 *
 * @param low the smaller id
 * @param high the larger id
 */
record ChatPair(long low, long high) {

	static ChatPair of(long one, long other) {
		return new ChatPair(Math.min(one, other), Math.max(one, other));
	}

	List<String> members() {
		return List.of(Long.toString(this.low), Long.toString(this.high));
	}

	/** Returns whether these are the members of a chat. */
	boolean are(List<String> members) {
		return members.size() == 2 && members.containsAll(members());
	}

	/** Returns whether one of them created a chat. */
	boolean created(String chat) {
		return chat.startsWith(this.low + "-") || chat.startsWith(this.high + "-");
	}

}
