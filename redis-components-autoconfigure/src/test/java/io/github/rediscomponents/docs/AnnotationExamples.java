// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.annotation.Transactional;

import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.LockedContext;
import io.github.rediscomponents.lock.OnTimeout;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.semaphore.Permitted;

/**
 * What annotations.md and observability.md show.
 */
class AnnotationExamples {

	private final Store store = new Store();

	// @formatter:off
	@Locked(name = "order", key = "#order.userId", waitTime = "2s")
	@Transactional
	public void place(Order order) {
		this.store.save(order, LockedContext.lease().token());
	}

	@RateLimited(policy = "login-code", key = "#phone")
	public void sendCode(String phone) {
		this.store.send(phone);
	}

	@Permitted(name = "report", waitTime = "0s", onTimeout = OnTimeout.SKIP)
	public Optional<Report> report(long shop) {
		return Optional.of(this.store.report(shop));
	}

	@Locked(name = "account", key = { "#from", "#to" })
	public void transfer(long from, long to, long cents) {
		this.store.move(from, to, cents);
	}

	@Locked(name = "catalogue", kind = LockKind.READ)
	public List<Report> catalogue() {
		return this.store.all();
	}

	@RateLimited(policy = "${export.policy}", key = "#root.methodName + #p0", cost = "#rows", waitTime = "5s")
	@Permitted(name = "export", key = "#tenant", size = 3)
	@Locked(name = "export", key = "#tenant", lease = "1m")
	public CompletableFuture<Report> export(String tenant, long rows) {
		return this.store.export(tenant, rows);
	}

	@Bean
	RoomView carts(Carts carts) {
		return new RoomView() {

			@Override
			public String room() {
				return "carts";
			}

			@Override
			public Map<String, Object> overview() {
				return Map.of("open", carts.open());
			}

			@Override
			public boolean release(String name, @Nullable String id) {
				return carts.close(name);
			}

		};
	}
	// @formatter:on

	record Order(long userId) {

	}

	record Report(long shop) {

	}

	interface Carts {

		int open();

		boolean close(String name);

	}

	static class Store {

		void save(Order order, long token) {
		}

		void send(String phone) {
		}

		Report report(long shop) {
			return new Report(shop);
		}

		void move(long from, long to, long cents) {
		}

		List<Report> all() {
			return List.of();
		}

		CompletableFuture<Report> export(String tenant, long rows) {
			return CompletableFuture.completedFuture(new Report(rows));
		}

	}

}
