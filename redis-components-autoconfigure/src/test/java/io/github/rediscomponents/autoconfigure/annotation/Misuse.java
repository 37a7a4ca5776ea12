// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.github.rediscomponents.cache.spring.CacheableBatch;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.OnTimeout;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.semaphore.Permitted;

/**
 * Beans with annotations that cannot work.
 */
class Misuse {

	static class Private {

		@Locked("x")
		private void method() {
		}

	}

	static class Static {

		@RateLimited("code")
		static void method() {
		}

	}

	static class Final {

		@Locked("x")
		final void method() {
		}

	}

	static final class FinalClass {

		@Permitted(name = "x", size = 1)
		void method() {
		}

	}

	static class Inherited extends Private {

	}

	interface WithPrivate {

		@Locked("x")
		private void method() {
		}

	}

	static class OfInterface implements WithPrivate {

	}

	static class Reactive {

		@RateLimited("code")
		Mono<String> method() {
			return Mono.empty();
		}

	}

	static class FlowPublisher {

		@Locked("x")
		Flow.@Nullable Publisher<String> method() {
			return null;
		}

	}

	static class AFuture {

		@Locked("x")
		@Nullable Future<String> method() {
			return null;
		}

	}

	static class ACallable {

		@Permitted(name = "x", size = 1)
		Callable<String> method() {
			return () -> "";
		}

	}

	static class SkippedPrimitive {

		@Locked(name = "x", onTimeout = OnTimeout.SKIP)
		int method() {
			return 1;
		}

	}

	static class NoName {

		@Locked
		void method() {
		}

	}

	static class Typo {

		@Locked(name = "user", key = "#userid")
		void method(long userId) {
		}

	}

	static class BadSpel {

		@RateLimited(policy = "code", key = "#a +")
		void method(long a) {
		}

	}

	static class BadDuration {

		@Locked(name = "x", waitTime = "soon")
		void method() {
		}

	}

	static class BadLease {

		@Locked(name = "x", lease = "1ms")
		void method() {
		}

	}

	static class LeaseAndMaxHold {

		@Locked(name = "x", lease = "1s", maxHold = "2s")
		void method() {
		}

	}

	static class BadPlaceholder {

		@Locked(name = "${no.such.property}")
		void method() {
		}

	}

	static class OfPermits {

		@Locked(name = "x", kind = LockKind.PERMIT)
		void method() {
		}

	}

	static class OfAQuorum {

		@Locked(name = "x", kind = LockKind.QUORUM)
		void method() {
		}

	}

	static class SeveralFair {

		@Locked(key = { "#a", "#b" }, kind = LockKind.FAIR)
		void method(long a, long b) {
		}

	}

	static class UnknownPolicy {

		@RateLimited("none-such")
		void method() {
		}

	}

	static class TooManyPermits {

		@Permitted(name = "x", permits = 3, size = 2)
		void method() {
		}

	}

	static class KeyWithoutSize {

		@Permitted(name = "x", key = "#a")
		void method(long a) {
		}

	}

	static class BatchWithoutName {

		@CacheableBatch
		Map<Long, String> method(Collection<Long> ids) {
			return Map.of();
		}

	}

	static class BatchOfOne {

		@CacheableBatch("x")
		Map<Long, String> method(long id) {
			return Map.of();
		}

	}

	static class BatchOfTwo {

		@CacheableBatch("x")
		Map<Long, String> method(List<Long> ids, int more) {
			return Map.of();
		}

	}

	static class BatchToSet {

		@CacheableBatch("x")
		Set<String> method(List<Long> ids) {
			return Set.of();
		}

	}

	static class BatchLater {

		@CacheableBatch("x")
		CompletableFuture<Map<Long, String>> method(List<Long> ids) {
			return CompletableFuture.completedFuture(Map.of());
		}

	}

	static class BatchWithoutOrder {

		@CacheableBatch("x")
		List<String> method(Set<Long> ids) {
			return List.of();
		}

	}

	static class BatchWithoutCaching {

		@CacheableBatch("x")
		List<String> method(List<Long> ids) {
			return List.of();
		}

	}

	interface Greeter {

		void greet();

	}

	static class NotOnTheInterface implements Greeter {

		@Override
		public void greet() {
		}

		@Locked("x")
		public void other() {
		}

	}

}
