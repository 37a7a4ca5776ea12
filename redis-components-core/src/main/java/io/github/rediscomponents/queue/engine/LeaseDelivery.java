// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.queue.StreamEntryFields;

/**
 * A {@link Lease} with its value.
 *
 * @param <T> the type of the messages
 */
class LeaseDelivery<T> implements Delivery<T> {

	private final Settling settling;

	private final Lease lease;

	private final T value;

	LeaseDelivery(Settling settling, Lease lease, T value) {
		this.settling = settling;
		this.lease = lease;
		this.value = value;
	}

	Settling settling() {
		return this.settling;
	}

	Lease lease() {
		return this.lease;
	}

	@Override
	public T value() {
		return this.value;
	}

	@Override
	public String entryId() {
		return this.lease.id();
	}

	@Override
	public Optional<String> messageId() {
		return Optional.ofNullable(this.lease.text(StreamEntryFields.ID));
	}

	@Override
	public Map<String, String> headers() {
		return HeaderLines.decode(this.lease.field(StreamEntryFields.CONTEXT));
	}

	@Override
	public int attempt() {
		return this.lease.deliveries();
	}

	@Override
	public boolean isLastAttempt() {
		return this.settling.isLast(this.lease);
	}

	@Override
	public Instant publishedAt() {
		return Instant.ofEpochMilli(Lease.millis(this.lease.id()));
	}

	@Override
	public boolean isLost() {
		return this.lease.isLost();
	}

}
