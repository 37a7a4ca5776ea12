// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.LockedContext;
import io.github.rediscomponents.lock.OnTimeout;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.semaphore.Permitted;

/**
 * Beans with annotations that work.
 */
class Beans {

	record Order(@Nullable String id, int rows) {
	}

	static class Orders {

		int counter;

		@Locked("counter")
		int count() {
			int seen = this.counter;
			Thread.yield();
			this.counter = seen + 1;
			return this.counter;
		}

		@Locked(name = "order", key = "#order.id", waitTime = "0s")
		List<String> byProperty(Order order) {
			return names();
		}

		@Locked(name = "${orders.name:plain}", key = "#p0", waitTime = "${orders.wait:PT0S}")
		List<String> byPosition(Object key) {
			return names();
		}

		@Locked(key = "#root.methodName + '-' + #root.args[0]")
		List<String> byRoot(long id) {
			return names();
		}

		@Locked(name = "account", key = { "#from", "#to" })
		List<String> transfer(long from, long to) {
			return names();
		}

		@Locked(name = "bulk", key = "#ids")
		List<String> bulk(List<?> ids) {
			return names();
		}

		@Locked(name = "fair", key = "#ids", kind = LockKind.FAIR)
		List<String> bulkFair(List<Long> ids) {
			return names();
		}

		@Locked(name = "token")
		long token() {
			return LockedContext.lease("token").token();
		}

		@Locked(name = "short", lease = "50ms")
		String outlivesItsLease(Runnable work) {
			work.run();
			return "done";
		}

		@Locked(name = "fails")
		void fails() {
			throw new UnsupportedOperationException("the method's own");
		}

		@Locked(name = "slow", key = "#key")
		<T> CompletableFuture<T> later(String key, CompletableFuture<T> result) {
			return result;
		}

		static List<String> names() {
			return LockedContext.held().stream().flatMap((held) -> held.names().stream()).sorted().toList();
		}

	}

	static class Skipping {

		@Locked(value = "skip", waitTime = "0s", onTimeout = OnTimeout.SKIP)
		@Nullable String text() {
			return "ran";
		}

		@Locked(value = "skip", waitTime = "0s", onTimeout = OnTimeout.SKIP)
		Optional<String> optional() {
			return Optional.of("ran");
		}

		@Locked(value = "skip", waitTime = "0s", onTimeout = OnTimeout.SKIP)
		CompletionStage<Optional<String>> stage() {
			return CompletableFuture.completedFuture(Optional.of("ran"));
		}

		@Locked(value = "skip", waitTime = "0s", onTimeout = OnTimeout.SKIP)
		void nothing(Map<String, String> seen) {
			seen.put("ran", UUID.randomUUID().toString());
		}

		@Locked(value = "skip", waitTime = "0s")
		String throwing() {
			return "ran";
		}

		@Locked(value = "skip", waitTime = "0s")
		CompletionStage<String> failing() {
			return CompletableFuture.completedFuture("ran");
		}

		@Locked(value = "skip", waitTime = "1m")
		String waiting() {
			return "ran";
		}

		@Locked(value = "skip", waitTime = "1m")
		String waitingInterruptibly() throws InterruptedException {
			return "ran";
		}

	}

	static class Outer {

		private final Inner inner;

		Outer(Inner inner) {
			this.inner = inner;
		}

		@Locked(name = "nested", key = "#id")
		List<Long> same(long id) {
			return List.of(LockedContext.lease().token(), this.inner.same(id));
		}

		@Locked(name = "nested", key = "#id")
		void otherKind(long id) {
			this.inner.fair(id);
		}

		@Locked(name = "nested", key = "#id")
		void more(long id) {
			this.inner.several(List.of(id, id + 1));
		}

		@Locked(name = "nested", key = "#id")
		void async(long id) {
			this.inner.async(id);
		}

	}

	static class Inner {

		@Locked(name = "nested", key = "#id", waitTime = "0s")
		long same(long id) {
			return LockedContext.lease().token();
		}

		@Locked(name = "nested", key = "#id", kind = LockKind.FAIR)
		void fair(long id) {
		}

		@Locked(name = "nested", key = "#ids")
		void several(List<Long> ids) {
		}

		@Locked(name = "nested", key = "#id")
		CompletionStage<Void> async(long id) {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class Codes {

		@RateLimited(policy = "code", key = "#phone")
		String send(String phone) {
			return "sent to " + phone;
		}

		@RateLimited(policy = "${rows.policy:rows}", key = "'all'", cost = "#order.rows")
		void export(Order order) {
		}

		@RateLimited(policy = "often", key = "#phone", waitTime = "1m")
		void patient(String phone) {
		}

		@RateLimited(policy = "code", key = "#phone", waitTime = "1h")
		void endless(String phone) {
		}

		@RateLimited(policy = "code", key = "#phone", waitTime = "10ms")
		void impatient(String phone) {
		}

		@RateLimited("everybody")
		CompletableFuture<String> async() {
			return CompletableFuture.completedFuture("ran");
		}

		@RateLimited(policy = "code", key = "#phone")
		@Locked(name = "phone", key = "#phone", waitTime = "0s")
		String guarded(String phone) {
			return Orders.names().toString();
		}

	}

	static class Kinds {

		@Locked(name = "kind", key = "#id", kind = LockKind.FAIR, waitTime = "0s")
		void fair(long id, Runnable work) {
			work.run();
		}

		@Locked(name = "kind", key = "#id", kind = LockKind.READ, waitTime = "0s")
		void read(long id, Runnable work) {
			work.run();
		}

		@Locked(name = "kind", key = "#id", kind = LockKind.WRITE, waitTime = "0s")
		void write(long id, Runnable work) {
			work.run();
		}

		@Locked(name = "kind", key = "#ids", waitTime = "0s")
		void all(List<Long> ids, Runnable work) {
			work.run();
		}

	}

	static class Printers {

		final AtomicInteger running = new AtomicInteger();

		final AtomicInteger most = new AtomicInteger();

		@Permitted(name = "printer", waitTime = "1m")
		void print() {
			this.most.accumulateAndGet(this.running.incrementAndGet(), Math::max);
			Thread.yield();
			this.running.decrementAndGet();
		}

		@Permitted(name = "printer", permits = 2, waitTime = "0s")
		CompletableFuture<String> both(CompletableFuture<String> result) {
			return result;
		}

		@Permitted(name = "tenant", key = "#tenant", size = 1, fair = true, waitTime = "0s")
		void of(String tenant, Runnable work) {
			work.run();
		}

		@Permitted(name = "tenant", key = "#tenant", size = 1, fair = true, waitTime = "0s", onTimeout = OnTimeout.SKIP)
		Optional<String> perhaps(String tenant) {
			return Optional.of("ran");
		}

		@RateLimited("everybody")
		@Permitted(name = "ordered", size = 1, waitTime = "0s")
		@Locked(name = "ordered", waitTime = "0s")
		void ordered() {
		}

	}

	interface Greeter {

		@Locked(name = "greet", key = "#whom")
		List<String> greet(String whom);

	}

	static final class FinalGreeter implements Greeter {

		@Override
		public List<String> greet(String anotherName) {
			return Orders.names();
		}

	}

}
