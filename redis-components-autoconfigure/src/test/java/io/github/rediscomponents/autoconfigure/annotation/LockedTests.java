// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autoconfigure.annotation.Beans.Codes;
import io.github.rediscomponents.autoconfigure.annotation.Beans.FinalGreeter;
import io.github.rediscomponents.autoconfigure.annotation.Beans.Greeter;
import io.github.rediscomponents.autoconfigure.annotation.Beans.Inner;
import io.github.rediscomponents.autoconfigure.annotation.Beans.Order;
import io.github.rediscomponents.autoconfigure.annotation.Beans.Orders;
import io.github.rediscomponents.autoconfigure.annotation.Beans.Outer;
import io.github.rediscomponents.autoconfigure.annotation.Beans.Skipping;
import io.github.rediscomponents.lock.AcquireInterruptedException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.LockNotAcquiredException;
import io.github.rediscomponents.lock.LockedContext;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.ratelimit.RateLimitedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class LockedTests {

	@Test
	void oneCallAtATimeRuns() {
		run(Orders.class, (context, orders) -> {
			List<FutureTask<Void>> callers = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				callers.add(AnnotationFixture.inBackground(() -> {
					for (int j = 0; j < 25; j++) {
						orders.count();
					}
					return null;
				}));
			}
			for (FutureTask<Void> caller : callers) {
				AnnotationFixture.get(caller);
			}
			assertThat(orders.count()).isEqualTo(201);
		});
	}

	@Test
	void theNameComesFromTheCall() {
		run(Orders.class, (context, orders) -> {
			assertThat(orders.byProperty(new Order("42", 1))).containsExactly("order:42");
			assertThat(orders.byPosition("a")).containsExactly("plain:a");
			assertThat(orders.byRoot(7)).containsExactly("byRoot-7");
			assertThat(AnnotationFixture.isHeld(context, "order:42")).isFalse();
			try (Lease other = context.getBean(DistributedLock.class).get("order:42").acquire()) {
				assertThat(other.isValid()).isTrue();
				assertThatExceptionOfType(LockNotAcquiredException.class)
					.isThrownBy(() -> orders.byProperty(new Order("42", 1)))
					.satisfies((ex) -> assertThat(ex.name()).isEqualTo("order:42"));
				assertThat(orders.byProperty(new Order("43", 1))).containsExactly("order:43");
			}
		});
	}

	@Test
	void aKeyWithoutAValueIsRefusedBeforeAnythingIsLocked() {
		run(Orders.class, (context, orders) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> orders.byProperty(new Order(null, 1)))
				.withMessage("key #order.id of @Locked on Orders.byProperty is null");
			assertThatIllegalArgumentException().isThrownBy(() -> orders.byProperty(new Order("", 1)))
				.withMessageContaining("is empty");
			assertThatIllegalArgumentException().isThrownBy(() -> orders.byProperty(null))
				.withMessageContaining("cannot be evaluated");
			assertThatIllegalArgumentException().isThrownBy(() -> orders.byPosition(new Object()))
				.withMessageContaining("java.lang.Object, which has no text of its own");
			assertThatIllegalArgumentException().isThrownBy(() -> orders.bulk(List.of()))
				.withMessageContaining("is empty");
			assertThatIllegalArgumentException().isThrownBy(() -> orders.bulkFair(List.of(1L, 2L)))
				.withMessageContaining("for kind PLAIN only");
			assertThat(orders.bulk(List.of(5, 5))).containsExactly("bulk:5");
		});
	}

	@Test
	void theMethodSeesItsLease() {
		run(Orders.class, (context, orders) -> {
			long first = orders.token();
			assertThat(context.getBean(DistributedLock.class).get("token").info().token()).isEqualTo(first);
			assertThat(orders.token()).isGreaterThan(first);
			assertThatIllegalStateException().isThrownBy(LockedContext::lease)
				.withMessageContaining("not called through its bean's proxy");
			assertThatIllegalStateException().isThrownBy(() -> new Orders().token());
		});
	}

	@Test
	void whatTheMethodThrowsComesOutAndTheLockIsFree() {
		run(Orders.class, (context, orders) -> {
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(orders::fails)
				.withMessage("the method's own");
			assertThat(AnnotationFixture.isHeld(context, "fails")).isFalse();
			assertThat(LockedContext.held()).isEmpty();
		});
	}

	@Test
	void aLeaseThatWasLostMeanwhileIsReported() {
		run(Orders.class, (context, orders) -> {
			Runnable untilLost = () -> {
				Lease lease = LockedContext.lease();
				await().atMost(AnnotationFixture.PATIENCE).until(() -> !lease.isValid());
			};
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> orders.outlivesItsLease(untilLost))
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LossReason.EXPIRED));
		});
	}

	@Test
	void aTakenLockSkipsTheMethodWhereItSaysSo() {
		run(Skipping.class, (context, skipping) -> {
			assertThat(skipping.text()).isEqualTo("ran");
			Map<String, String> seen = new HashMap<>();
			try (Lease other = context.getBean(DistributedLock.class).get("skip").acquire()) {
				assertThat(other.isValid()).isTrue();
				assertThat(skipping.text()).isNull();
				assertThat(skipping.optional()).isEmpty();
				assertThat(skipping.stage().toCompletableFuture()).isCompletedWithValue(java.util.Optional.empty());
				skipping.nothing(seen);
				assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(skipping::throwing);
				assertThat(skipping.failing().toCompletableFuture()).failsWithin(AnnotationFixture.PATIENCE)
					.withThrowableOfType(java.util.concurrent.ExecutionException.class)
					.withCauseInstanceOf(LockNotAcquiredException.class);
			}
			assertThat(seen).isEmpty();
			assertThat(skipping.optional()).contains("ran");
		});
	}

	@Test
	void anInterruptEndsTheWait() {
		run(Skipping.class, (context, skipping) -> {
			try (Lease other = context.getBean(DistributedLock.class).get("skip").acquire()) {
				assertThat(other.isValid()).isTrue();
				Thread.currentThread().interrupt();
				assertThatExceptionOfType(AcquireInterruptedException.class).isThrownBy(skipping::waiting)
					.withMessageContaining("lock 'skip'");
				assertThat(Thread.interrupted()).isTrue();
				Thread.currentThread().interrupt();
				assertThatExceptionOfType(InterruptedException.class).isThrownBy(skipping::waitingInterruptibly);
				assertThat(Thread.interrupted()).isFalse();
			}
		});
	}

	@Test
	void aMethodUnderTheSameLockRunsUnderThatLease() {
		AnnotationFixture.runner().withBean(Outer.class).withBean(Inner.class).run((context) -> {
			assertThat(context).hasNotFailed();
			Outer outer = context.getBean(Outer.class);
			List<Long> tokens = outer.same(1);
			assertThat(tokens.get(0)).isEqualTo(tokens.get(1));
			assertThat(AnnotationFixture.isHeld(context, "nested:1")).isFalse();
			assertThatIllegalStateException().isThrownBy(() -> outer.otherKind(1))
				.withMessageContaining("cannot lock 'nested:1' as FAIR: the calling thread holds it as PLAIN");
			assertThatIllegalStateException().isThrownBy(() -> outer.more(1))
				.withMessageContaining("holds some, not all, of the names");
			assertThatIllegalStateException().isThrownBy(() -> outer.async(1))
				.withMessageContaining("could complete after it was released");
			assertThat(AnnotationFixture.isHeld(context, "nested:1")).isFalse();
			assertThat(context.getBean(Inner.class).same(1)).isPositive();
		});
	}

	@Test
	void anAsynchronousMethodHoldsUntilItsResultIsThere() {
		run(Orders.class, (context, orders) -> {
			CompletableFuture<String> inside = new CompletableFuture<>();
			CompletableFuture<String> outside = orders.later("1", inside);
			assertThat(AnnotationFixture.isHeld(context, "slow:1")).isTrue();
			assertThat(LockedContext.held()).isEmpty();
			inside.complete("done");
			assertThat(outside.get(1, TimeUnit.MINUTES)).isEqualTo("done");
			assertThat(AnnotationFixture.isHeld(context, "slow:1")).isFalse();

			CompletableFuture<String> failing = orders.later("1",
					CompletableFuture.failedFuture(new ArithmeticException()));
			assertThat(failing).failsWithin(AnnotationFixture.PATIENCE);
			assertThat(AnnotationFixture.isHeld(context, "slow:1")).isFalse();

			CompletableFuture<String> third = new CompletableFuture<>();
			CompletableFuture<String> lost = orders.later("1", third);
			assertThat(context.getBean(DistributedLock.class).get("slow:1").forceRelease()).isTrue();
			third.complete("done");
			assertThatExceptionOfType(CompletionException.class).isThrownBy(lost::join)
				.withCauseInstanceOf(LockLostException.class);
		});
	}

	@Test
	void aJdkProxyAndAnAnnotationOnItsInterfaceWork() {
		AnnotationFixture.runner()
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean(FinalGreeter.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				Greeter greeter = context.getBean(Greeter.class);
				assertThat(AopUtils.isJdkDynamicProxy(greeter)).isTrue();
				assertThat(greeter.greet("world")).containsExactly("greet:world");
			});
	}

	@Test
	void theLimitIsAskedBeforeTheLock() {
		run(Codes.class, (context, codes) -> {
			assertThat(codes.guarded("1")).isEqualTo("[phone:1]");
			try (Lease other = context.getBean(DistributedLock.class).get("phone:1").acquire()) {
				assertThat(other.isValid()).isTrue();
				assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> codes.guarded("1"));
				assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> codes.guarded("1"));
			}
		});
	}

	@Test
	void theDefaultTimeToWaitCanChangeWhileRunning() {
		AtomicReference<String> wait = new AtomicReference<>("1m");
		AnnotationFixture.runner()
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new org.springframework.core.env.PropertySource<>("changing") {
					@Override
					public Object getProperty(String name) {
						return name.equals("redis-components.annotations.wait-time") ? wait.get() : null;
					}
				}))
			.withBean(Orders.class)
			.run((context) -> {
				wait.set("0s");
				context.getBean(io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.class)
					.refresh();
				try (Lease other = context.getBean(DistributedLock.class).get("counter").acquire()) {
					assertThat(other.isValid()).isTrue();
					assertThatExceptionOfType(LockNotAcquiredException.class)
						.isThrownBy(() -> context.getBean(Orders.class).count());
				}
			});
	}

	@Test
	void nothingIsLockedWhereTheAnnotationsAreSwitchedOff() {
		AnnotationFixture.runner()
			.withPropertyValues("redis-components.annotations.enabled=false")
			.withBean(Orders.class)
			.run((context) -> assertThat(context.getBean(Orders.class).byRoot(1)).isEmpty());
	}

	private interface Body<T> {

		void run(ApplicationContext context, T bean) throws Exception;

	}

	private static <T> void run(Class<T> type, Body<T> body) {
		AnnotationFixture.runner().withBean(type).run((context) -> {
			assertThat(context).hasNotFailed();
			T bean = context.getBean(type);
			assertThat(AopUtils.isCglibProxy(bean)).isTrue();
			body.run(context, bean);
		});
	}

}
