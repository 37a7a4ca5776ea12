package io.github.rediscomponents.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * A {@link Lease} with its value.
 *
 * @param <T> the type of the messages
 */
class LeaseDelivery<T> implements Delivery<T> {

	private final QueueConsumer consumer;

	private final Lease lease;

	private final T value;

	LeaseDelivery(QueueConsumer consumer, Lease lease, T value) {
		this.consumer = consumer;
		this.lease = lease;
		this.value = value;
	}

	QueueConsumer consumer() {
		return this.consumer;
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
	public int attempt() {
		return this.lease.deliveries();
	}

	@Override
	public boolean isLastAttempt() {
		return this.consumer.settling().isLast(this.lease);
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
