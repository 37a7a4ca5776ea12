// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

/**
 * Notifies an observer of the events of one topic.
 *
 * @param observer an observer that does not throw
 * @param topic the topic's name
 */
record ObservedTopic(TopicObserver observer, String topic) {

	void published() {
		this.observer.published(this.topic);
	}

	void received() {
		this.observer.received(this.topic);
	}

	void dropped() {
		this.observer.dropped(this.topic);
	}

	void reconnected() {
		this.observer.reconnected(this.topic);
	}

	void handled(long nanos, boolean failed) {
		this.observer.handled(this.topic, nanos, failed);
	}

	void undecodable() {
		this.observer.undecodable(this.topic);
	}

}
