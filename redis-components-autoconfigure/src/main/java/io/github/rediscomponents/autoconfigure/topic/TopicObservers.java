package io.github.rediscomponents.autoconfigure.topic;

import java.util.List;

import io.github.rediscomponents.queue.TopicObserver;

/**
 * All observers of an application as one: its own and the meters.
 *
 * @param all the observers
 */
record TopicObservers(List<TopicObserver> all) implements TopicObserver {

	@Override
	public void published(String topic) {
		this.all.forEach((observer) -> observer.published(topic));
	}

	@Override
	public void received(String topic) {
		this.all.forEach((observer) -> observer.received(topic));
	}

	@Override
	public void dropped(String topic) {
		this.all.forEach((observer) -> observer.dropped(topic));
	}

	@Override
	public void reconnected(String topic) {
		this.all.forEach((observer) -> observer.reconnected(topic));
	}

	@Override
	public void handled(String topic, long nanos, boolean failed) {
		this.all.forEach((observer) -> observer.handled(topic, nanos, failed));
	}

	@Override
	public void undecodable(String topic) {
		this.all.forEach((observer) -> observer.undecodable(topic));
	}

}
