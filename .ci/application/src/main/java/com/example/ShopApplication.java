// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.ratelimit.RateLimitedException;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * Prints what it did with the five beans, a listener and two annotations, and ends.
 */
@SpringBootApplication
public class ShopApplication {

	private static final int PIECES = 5;

	public static void main(String[] args) {
		SpringApplication.run(ShopApplication.class, args).close();
	}

	@Bean
	CommandLineRunner sale(CacheClient caches, DistributedLock locks, LimitQueue<Long> orderLimitQueue, IdWorker ids,
			RateLimiter limiter, Checkout checkout, Mails mails) {
		return (args) -> {
			System.out.println("Spring Boot " + SpringBootVersion.getVersion());

			AtomicInteger queries = new AtomicInteger();
			together(50, (i) -> caches.get("shop", 1, String.class, (id) -> "shop " + queries.incrementAndGet()));
			System.out.println("CacheClient: 50 readers, " + queries + " query");

			int[] visits = new int[1];
			together(20, (i) -> {
				try (Lease lease = locks.get("visits").acquire()) {
					return visits[0]++;
				}
			});
			System.out.println("DistributedLock: 20 visitors, " + visits[0] + " counted");

			Set<Long> distinct = ConcurrentHashMap.newKeySet();
			together(100, (i) -> distinct.add(ids.nextId()));
			System.out.println("IdWorker: " + distinct.size() + " ids");

			distinct.forEach(orderLimitQueue::offer);
			System.out.println("LimitQueue: " + orderLimitQueue.size() + " of them, "
					+ orderLimitQueue.newest(3).size() + " newest");

			AtomicInteger codes = new AtomicInteger();
			together(10, (i) -> limiter.tryAcquire("code", "13800000000").allowed() ? codes.incrementAndGet() : 0);
			System.out.println("RateLimiter: 10 clicks, " + codes + " code");

			checkout.open(PIECES);
			AtomicInteger sold = new AtomicInteger();
			together(20, (i) -> checkout.buy("user-" + i) ? sold.incrementAndGet() : 0);
			System.out.println("@Locked: 20 buyers of " + PIECES + " pieces, " + sold + " sold");

			System.out.println("@RateLimited: the second try of a buyer is " + (isRefused(checkout) ? "refused" : "let in"));
			System.out.println("@QueueListener: " + mails.awaitSent(PIECES, Duration.ofSeconds(30)) + " mails");
		};
	}

	private static boolean isRefused(Checkout checkout) {
		try {
			checkout.buy("user-0");
			return false;
		}
		catch (RateLimitedException ex) {
			return true;
		}
	}

	private static void together(int threads, Call call) throws Exception {
		ExecutorService pool = Executors.newFixedThreadPool(threads);
		try {
			List<Callable<Object>> calls = new ArrayList<>(Collections.nCopies(threads, null));
			for (int i = 0; i < threads; i++) {
				int number = i;
				calls.set(i, () -> call.of(number));
			}
			for (var done : pool.invokeAll(calls)) {
				done.get();
			}
		}
		finally {
			pool.shutdown();
		}
	}

	private interface Call {

		Object of(int number) throws Exception;

	}

}
