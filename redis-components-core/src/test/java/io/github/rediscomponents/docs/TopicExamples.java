// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.beans.factory.annotation.Autowired;

import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicHandler;
import io.github.rediscomponents.topic.TopicSubscription;
import io.github.rediscomponents.topic.Topics;

/**
 * The code of the page about topics.
 */
class TopicExamples {

	private final Map<Long, Long> shown = new ConcurrentHashMap<>();

	record PriceChanged(long articleId, long cents) {
	}

	static class Injected {

		@Autowired
		Topic<PriceChanged> pricesTopic; // from redis-components.topic.topics.prices

	}

	static class PriceWatch implements TopicHandler<PriceChanged> {

		private final Map<Long, Long> known = new ConcurrentHashMap<>();

		private final Topic<PriceChanged> prices;

		private final TopicSubscription subscription;

		PriceWatch(Topics topics) {
			this.prices = topics.get("prices", PriceChanged.class);
			this.subscription = this.prices.subscribe(this);
		}

		void changed(long articleId, long cents) {
			this.prices.publish(new PriceChanged(articleId, cents));
		}

		@Override
		public void message(PriceChanged change) {
			this.known.put(change.articleId(), change.cents());
		}

		@Override
		public void missed(Missed missed) {
			this.known.clear(); // read again from the source
		}

		void stop() {
			this.subscription.close();
		}

	}

	boolean lambda(Topics topics) throws InterruptedException {
		TopicSubscription subscription = topics.get("prices", PriceChanged.class).subscribe((change) -> show(change));
		boolean inForce = subscription.awaitActive(Duration.ofSeconds(5));
		return inForce;
	}

	private void show(PriceChanged change) {
		this.shown.put(change.articleId(), change.cents());
	}

}
