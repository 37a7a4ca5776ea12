// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.list;

import java.util.List;

import io.github.rediscomponents.limit.LimitQueue;

/**
 * The same with {@link LimitQueue}.
 */
public class NewestGifts {

	private final LimitQueue<String> gifts;

	public NewestGifts(LimitQueue<String> gifts) {
		this.gifts = gifts;
	}

	public void add(String gift) {
		this.gifts.offer(gift);
	}

	public List<String> newest() {
		return this.gifts.newest(3);
	}

}
