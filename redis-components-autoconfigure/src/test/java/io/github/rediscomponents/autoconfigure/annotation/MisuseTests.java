// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Annotations that cannot work stop the start with a message that states the reason.
 */
class MisuseTests {

	static Stream<Arguments> beans() {
		return Stream.of(arguments(Misuse.Private.class, "@Locked on ", "Misuse$Private.method() ", "is private"),
				arguments(Misuse.Static.class, "@RateLimited on ", "Misuse$Static.method() ", "is static"),
				arguments(Misuse.Final.class, "@Locked", "Final.method()", "final and the bean's proxy is a subclass"),
				arguments(Misuse.FinalClass.class, "@Permitted", "method()", "Misuse$FinalClass is final"),
				arguments(Misuse.Inherited.class, "@Locked", "Misuse$Private.method()", "is private"),
				arguments(Misuse.OfInterface.class, "@Locked", "Misuse$WithPrivate.method()", "is private"),
				arguments(Misuse.Reactive.class, "@RateLimited", "method()",
						"reactive type reactor.core.publisher.Mono"),
				arguments(Misuse.FlowPublisher.class, "@Locked", "method()", "reactive type java.util.concurrent.Flow"),
				arguments(Misuse.AFuture.class, "@Locked", "method()",
						"java.util.concurrent.Future, whose work goes on"),
				arguments(Misuse.ACallable.class, "@Permitted", "method()", "Callable, whose work goes on"),
				arguments(Misuse.SkippedPrimitive.class, "@Locked", "method()", "returns the primitive type int"),
				arguments(Misuse.NoName.class, "@Locked", "method()", "must have a name or a key"),
				arguments(Misuse.Typo.class, "@Locked", "method(long)",
						"names #userid, but there are only [userId, p0"),
				arguments(Misuse.BadSpel.class, "@RateLimited", "method(long)", "key '#a +' is not a SpEL expression"),
				arguments(Misuse.BadDuration.class, "@Locked", "method()", "waitTime must be a duration"),
				arguments(Misuse.BadLease.class, "@Locked", "method()", "lease must be between PT0.01S and PT24H"),
				arguments(Misuse.LeaseAndMaxHold.class, "@Locked", "method()",
						"maxHold must not be given with a lease"),
				arguments(Misuse.BadPlaceholder.class, "@Locked", "method()", "name cannot be resolved"),
				arguments(Misuse.OfPermits.class, "@Locked", "method()", "must not be of kind PERMIT"),
				arguments(Misuse.OfAQuorum.class, "@Locked", "method()", "must not be of kind QUORUM"),
				arguments(Misuse.SeveralFair.class, "@Locked", "method(long, long)", "must be of kind PLAIN"),
				arguments(Misuse.UnknownPolicy.class, "@RateLimited", "method()",
						"no policy 'none-such'; there are [code"),
				arguments(Misuse.TooManyPermits.class, "@Permitted", "method()", "was 3 of 2"),
				arguments(Misuse.KeyWithoutSize.class, "@Permitted", "method(long)", "must have a size"),
				arguments(Misuse.BatchWithoutName.class, "@CacheableBatch", "method(Collection)", "have a cacheName"),
				arguments(Misuse.BatchOfOne.class, "@CacheableBatch", "method(long)", "must have one parameter"),
				arguments(Misuse.BatchOfTwo.class, "@CacheableBatch", "method(List, int)", "must have one parameter"),
				arguments(Misuse.BatchToSet.class, "@CacheableBatch", "method(List)", "not java.util.Set"),
				arguments(Misuse.BatchLater.class, "@CacheableBatch", "method(List)", "must return a Map"),
				arguments(Misuse.BatchWithoutOrder.class, "@CacheableBatch", "method(Set)", "only a List of keys"),
				arguments(Misuse.BatchWithoutCaching.class, "@CacheableBatch", "method(List)",
						"RedisComponentsCacheManager, which needs @EnableCaching"));
	}

	@ParameterizedTest
	@MethodSource("beans")
	void stopsTheStart(Class<?> bean, String annotation, String method, String reason) {
		AnnotationFixture.runner()
			.withBean(bean)
			.run((context) -> assertThat(context).getFailure().rootCause().satisfies((root) -> {
				FailureAnalysis analysis = analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains(annotation)
					.contains(method)
					.contains(reason)
					.endsWith(".");
				assertThat(analysis.getAction()).endsWith(".");
			}));
	}

	@Test
	void stopsTheStartWhereTheProxyCannotHaveTheMethod() {
		AnnotationFixture.runner()
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean(Misuse.NotOnTheInterface.class)
			.run((context) -> assertThat(context).getFailure()
				.hasRootCauseInstanceOf(InvalidAnnotationException.class)
				.rootCause()
				.hasMessageContaining("implements interfaces and none of them has the method"));
		AnnotationFixture.runner()
			.withBean(Misuse.NotOnTheInterface.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-components.lock.enabled=false", "redis-components.enabled=false" })
	void stopsTheStartWhereTheComponentIsMissing(String property) {
		AnnotationFixture.runner()
			.withPropertyValues(property)
			.withBean(Beans.Orders.class)
			.run((context) -> assertThat(analyze(context.getStartupFailure()).getDescription()).contains("@Locked on ")
				.contains("cannot work: No qualifying bean of type")
				.contains("DistributedLock"));
	}

	@Test
	void stopsTheStartForABadDefault() {
		AnnotationFixture.runner()
			.withPropertyValues("redis-components.annotations.wait-time=-1s")
			.run((context) -> assertThat(analyze(context.getStartupFailure()).getDescription())
				.contains("redis-components.annotations.wait-time"));
	}

	static FailureAnalysis analyze(Throwable failure) {
		return SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, (type, name, cause) -> {
			// Analyzers of others need arguments that are not there.
		})
			.stream()
			.filter((analyzer) -> analyzer.getClass().getName().startsWith("io.github.rediscomponents"))
			.map((analyzer) -> analyzer.analyze(failure))
			.filter(java.util.Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> new AssertionError("Not explained", failure));
	}

}
