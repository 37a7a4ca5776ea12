// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.ratelimit.Decision;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * The application of start.md.
 */
@SpringBootApplication
public class StartApplication {

	public static void main(String[] args) {
		SpringApplication.run(StartApplication.class, args);
	}

	@Bean
	CommandLineRunner start(CacheClient cache, DistributedLock locks, RateLimiter limiter, IdWorker ids,
			LimitQueue<Long> orderLimitQueue) {
		return (args) -> {
			AtomicInteger queries = new AtomicInteger();
			together(100, () -> cache.get("shop", 1, String.class, (id) -> "shop " + queries.incrementAndGet()));
			System.out.println("100 readers of a new shop: " + queries + " query");

			AtomicInteger stock = new AtomicInteger(5);
			together(20, () -> {
				try (Lease lease = locks.get("stock").acquire()) {
					int left = stock.get();
					if (left > 0) {
						orderLimitQueue.offer(ids.nextId());
						stock.set(left - 1);
					}
					return lease.token();
				}
			});
			System.out.println("20 buyers of 5 pieces: " + orderLimitQueue.size() + " orders, " + stock + " left");
			System.out.println("The newest 3 orders: " + orderLimitQueue.newest(3));

			AtomicInteger codes = new AtomicInteger();
			together(10, () -> limiter.tryAcquire("login-code", "13800000000").allowed() ? codes.incrementAndGet() : 0);
			Decision next = limiter.tryAcquire("login-code", "13800000000");
			System.out.println(
					"10 clicks for one phone: " + codes + " code, the next in " + next.retryAfter().toSeconds() + " s");
		};
	}

	static void together(int threads, Callable<?> call) throws Exception {
		ExecutorService pool = Executors.newFixedThreadPool(threads);
		for (Future<?> done : pool.invokeAll(Collections.nCopies(threads, call))) {
			done.get();
		}
		pool.shutdown();
	}

}
