package io.github.rediscomponents.queue;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one topic tells an observer, which cannot break it.
 */
final class QuietTopicObserver {

	private static final Logger logger = LoggerFactory.getLogger(TopicObserver.class);

	private final TopicObserver observer;

	private final String topic;

	QuietTopicObserver(TopicObserver observer, String topic) {
		this.observer = observer;
		this.topic = topic;
	}

	void published() {
		tell(TopicObserver::published);
	}

	void received() {
		tell(TopicObserver::received);
	}

	void dropped() {
		tell(TopicObserver::dropped);
	}

	void reconnected() {
		tell(TopicObserver::reconnected);
	}

	void handled(long nanos, boolean failed) {
		tell((hears, name) -> hears.handled(name, nanos, failed));
	}

	void undecodable() {
		tell(TopicObserver::undecodable);
	}

	private void tell(Event event) {
		try {
			event.tell(this.observer, this.topic);
		}
		catch (RuntimeException ex) {
			logger.warn("An observer of topics failed", ex);
		}
	}

	/** What happened. */
	private interface Event {

		void tell(TopicObserver observer, String topic);

	}

}
