// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.util.function.Consumer;

import org.redisson.api.RTopic;

/**
 * Prices for all instances, on a topic of Redisson.
 */
public class BeforePrices {

	private final RTopic prices;

	public BeforePrices(RTopic prices) {
		this.prices = prices;
	}

	public void publish(String price) {
		this.prices.publish(price);
	}

	public int subscribe(Consumer<String> listener) {
		return this.prices.addListener(String.class, (channel, price) -> listener.accept(price));
	}

}
