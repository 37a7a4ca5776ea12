package io.github.rediscomponents.queue;

import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Thrown;

/**
 * Tells an observer about one queue, and takes no harm from it.
 *
 * @param observer the observer
 * @param source the queue
 */
record ObservedQueue(QueueObserver observer, QueueObserver.Source source) {

	private static final Logger logger = LoggerFactory.getLogger(ObservedQueue.class);

	ObservedQueue(QueueObserver observer, String kind, String name) {
		this(observer, new QueueObserver.Source(kind, name));
	}

	void published(int added, int duplicates) {
		tell((one) -> one.published(this.source, added, duplicates));
	}

	void refused(int messages) {
		tell((one) -> one.refused(this.source, messages));
	}

	void delivered(String group) {
		tell((one) -> one.delivered(this.source, group));
	}

	void handled(String group, long nanos, boolean failed) {
		tell((one) -> one.handled(this.source, group, nanos, failed));
	}

	void settled(String group, Settlement settlement, int messages) {
		tell((one) -> one.settled(this.source, group, settlement, messages));
	}

	void dropped(long letters) {
		tell((one) -> one.dropped(this.source, letters));
	}

	void disbanded(String group) {
		tell((one) -> one.disbanded(this.source, group));
	}

	private void tell(Consumer<QueueObserver> event) {
		try {
			event.accept(this.observer);
		}
		catch (RuntimeException ex) {
			logger.warn("An observer of queue {} failed: {}", this.source.name(), Thrown.text(ex));
		}
	}

}
