// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.aot;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.spring.CacheableBatch;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.ratelimit.RateLimitObserver;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.semaphore.Permitted;
import io.github.rediscomponents.semaphore.SemaphoreObserver;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.topic.TopicObserver;
import io.github.rediscomponents.counter.ViewCounterObserver;

/**
 * Registers what the components load by name or use by reflection: scripts, proxies of
 * observers and annotations, classes of optional libraries, updated fields, and
 * Caffeine's caches.
 */
final class ComponentRuntimeHints implements RuntimeHintsRegistrar {

	private static final String SCRIPTS = "META-INF/redis-components/lua/**/*.lua";

	/** Composed by {@code Listeners}, which calls their methods by reflection. */
	private static final List<Class<?>> OBSERVERS = List.of(BloomFilterObserver.class, CacheObserver.class,
			LockObserver.class, MessagingObserver.class, OperationObserver.class, QueueObserver.class,
			RateLimitObserver.class, SemaphoreObserver.class, SessionObserver.class, SocialObserver.class,
			TopicObserver.class, ViewCounterObserver.class);

	/** Read by Spring, which proxies annotations with aliases. */
	private static final List<Class<?>> ANNOTATIONS = List.of(CacheableBatch.class, Locked.class, Permitted.class,
			QueueListener.class, RateLimited.class);

	/** Looked up by name, to find out whether a library is on the class path. */
	private static final List<String> OPTIONAL = List.of("tools.jackson.databind.json.JsonMapper",
			"tools.jackson.dataformat.cbor.CBORMapper", "com.fasterxml.jackson.databind.json.JsonMapper",
			"com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper",
			"org.springframework.transaction.support.TransactionSynchronization");

	/** Written as JSON by the components themselves. */
	private static final String FEED_TASK = "io.github.rediscomponents.social.FeedTask";

	/** The fields of atomic updaters. */
	private static final Map<String, List<String>> UPDATED = Map.of("io.github.rediscomponents.lease.LeaseTime",
			List.of("deadlineNanos"), "io.github.rediscomponents.lease.RedisLease",
			List.of("state", "lost", "released"));

	/**
	 * Caffeine generates a class for each combination of features and loads it by its
	 * name: caches and nodes with a maximum size or weight, that expire by access, by
	 * write, or not.
	 */
	private static final List<String> CAFFEINE = List.of("SSMS", "SSMW", "SSMSA", "SSMSW", "PSMS", "PSMW", "PSAMS",
			"PSWMS");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern(SCRIPTS);
		ReflectionHints reflection = hints.reflection();
		Stream.concat(OBSERVERS.stream(), ANNOTATIONS.stream()).forEach((type) -> {
			hints.proxies().registerJdkProxy(type);
			reflection.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
		});
		OPTIONAL.forEach((name) -> reflection.registerTypeIfPresent(classLoader, name));
		new BindingReflectionHintsRegistrar().registerReflectionHints(reflection,
				ClassUtils.resolveClassName(FEED_TASK, ComponentRuntimeHints.class.getClassLoader()));
		UPDATED.forEach((type, fields) -> reflection.registerType(TypeReference.of(type),
				(hint) -> fields.forEach(hint::withField)));
		CAFFEINE.forEach(
				(name) -> reflection.registerTypeIfPresent(classLoader, "com.github.benmanes.caffeine.cache." + name,
						(hint) -> hint.withField("FACTORY").withMembers(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)));
	}

}
