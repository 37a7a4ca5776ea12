// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.limit.Dedupe;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.limit.OfferResult;

/**
 * The code of the page about limit queues.
 */
class LimitQueueExamples {

	record Gift(long userId, String what) {
	}

	static class Gifts {

		private final LimitQueue<Gift> giftLimitQueue;

		Gifts(LimitQueue<Gift> giftLimitQueue) {
			this.giftLimitQueue = giftLimitQueue;
		}

		void given(Gift gift) {
			this.giftLimitQueue.offer(gift);
		}

		List<Gift> latest() {
			return this.giftLimitQueue.newest(3);
		}

	}

	static class OncePerDay {

		private final LimitQueue<Gift> gifts;

		OncePerDay(LimitQueue<Gift> giftLimitQueue) {
			this.gifts = giftLimitQueue.keyedBy((gift) -> gift.userId() + ":" + gift.what());
		}

		boolean given(Gift gift) {
			OfferResult result = this.gifts.offer(gift);
			return result.accepted();
		}

		boolean welcomed(long userId, Gift gift) {
			return this.gifts.offer("welcome:" + userId, gift).accepted();
		}

	}

	List<Gift> everything(LimitQueue<Gift> queue, List<Gift> gifts) {
		OfferResult result = queue.offerAll(gifts); // the last is the newest
		int left = result.trimmed();
		List<Gift> all = queue.list();
		Optional<Gift> oldest = queue.poll();
		queue.remove(new Gift(7, "rose"));
		long size = queue.size();
		int length = queue.length();
		queue.clear();
		return (left + size + length > 0 && oldest.isEmpty()) ? all : List.of();
	}

	LimitQueue<List<Long>> byCode(LimitQueues queues) {
		LimitQueueSettings settings = LimitQueueSettings.of(100).withDedupe(Dedupe.VALUE).withTtl(Duration.ofDays(7));
		return queues.get("baskets", new TypeRef<List<Long>>() {
		}, settings);
	}

}
