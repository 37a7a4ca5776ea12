// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs the flash sale of stream-queue.md.
 */
class QueueExampleTests {

	@Test
	void theSaleSellsWhatThereIsAndEveryOrderArrives() {
		TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID())
			.run((context) -> {
				long voucher = System.nanoTime();
				StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
				redis.opsForValue().set("shop:stock:{sale:" + voucher + "}", "100", Duration.ofMinutes(5));
				QueueExamples.Sale sale = new QueueExamples.Sale(context.getBean(StreamQueues.class), redis, voucher);
				Queue<QueueExamples.Order> saved = new ConcurrentLinkedQueue<>();
				sale.begin(saved::add);
				AtomicInteger buyers = new AtomicInteger();
				AtomicInteger sold = new AtomicInteger();
				Concurrently.run(10, () -> {
					for (int i = 0; i < 30; i++) {
						if (sale.buy(new QueueExamples.Order(buyers.incrementAndGet(), voucher))) {
							sold.incrementAndGet();
						}
					}
				});
				assertThat(sold).hasValue(100);
				await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(saved).hasSize(100));
				assertThat(saved).doesNotHaveDuplicates();
				sale.end();
				assertThat(redis.keys("t*:stream:{sale:" + voucher + "}:*")).isEmpty();
			});
	}

}
