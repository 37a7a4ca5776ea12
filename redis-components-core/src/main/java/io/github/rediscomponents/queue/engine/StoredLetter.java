// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.queue.DeadLetter;

/**
 * {@link DeadLetter} as the scripts write it.
 *
 * @param <T> the type of the messages
 */
record StoredLetter<T>(String id, String originalId, Optional<String> messageId, int deliveries, String group,
		String consumer, String error, List<String> trace, byte[] payload, Optional<T> value) implements DeadLetter<T> {

	@Override
	public Instant publishedAt() {
		return at(this.originalId);
	}

	@Override
	public Instant diedAt() {
		return at(this.id);
	}

	@Override
	public byte[] payload() {
		return this.payload.clone();
	}

	@Override
	public String toString() {
		return "DeadLetter[id=" + this.id + ", originalId=" + this.originalId + ", messageId=" + this.messageId
				+ ", deliveries=" + this.deliveries + ", group=" + this.group + ", consumer=" + this.consumer
				+ ", error=" + this.error + ", trace=" + this.trace + ", bytes=" + Arrays.hashCode(this.payload) + ']';
	}

	private static Instant at(String entryId) {
		return Instant.ofEpochMilli(Long.parseLong(entryId.substring(0, entryId.indexOf('-'))));
	}

}
