// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.util.function.Consumer;

import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicSubscription;

/**
 * Prices for all instances, on a topic.
 */
public class AfterPrices {

	private final Topic<String> prices;

	public AfterPrices(Topic<String> prices) {
		this.prices = prices;
	}

	public void publish(String price) {
		this.prices.publish(price);
	}

	public TopicSubscription subscribe(Consumer<String> listener) {
		return this.prices.subscribe(listener::accept);
	}

}
