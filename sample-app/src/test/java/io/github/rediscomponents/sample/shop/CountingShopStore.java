// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Counts how often a shop is read from the database, which it makes slow.
 */
@Primary
public class CountingShopStore extends ShopStore {

	/** Over all instances of the application in this JVM. */
	public static final AtomicInteger LOADS = new AtomicInteger();

	private static final Duration SLOW = Duration.ofMillis(100);

	public CountingShopStore(JdbcClient jdbc) {
		super(jdbc);
	}

	@Override
	public Optional<Shop> find(long id) {
		LOADS.incrementAndGet();
		LockSupport.parkNanos(SLOW.toNanos());
		return super.find(id);
	}

}
