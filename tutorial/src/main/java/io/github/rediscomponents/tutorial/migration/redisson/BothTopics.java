// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.util.function.Consumer;

import org.redisson.api.RTopic;

import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicSubscription;

/**
 * Listens to both topics and publishes on the old one.
 */
public class BothTopics {

	private final RTopic old;

	private final Topic<String> ours;

	public BothTopics(RTopic old, Topic<String> ours) {
		this.old = old;
		this.ours = ours;
	}

	public void publish(String price) {
		this.old.publish(price);
	}

	public TopicSubscription subscribe(Consumer<String> listener) {
		this.old.addListener(String.class, (channel, price) -> listener.accept(price));
		return this.ours.subscribe(listener::accept);
	}

}
