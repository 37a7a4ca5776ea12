// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.size;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.docs.size.FilledRoom.Env;
import io.github.rediscomponents.id.IdSettings;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.fencing.FencedValues;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChatSettings;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.messaging.MailboxSettings;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ratelimit.Algorithm;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.test.Concurrently;

/**
 * Caches, locks, limits, ids, queues and messages.
 */
final class FilledBasics {

	private static final LockOptions LOCKED = LockOptions.noWait().withLease(Duration.ofMinutes(10));

	private FilledBasics() {
	}

	static List<FilledRoom> all() {
		return List.of(new FilledRoom("CacheClient", Map.of("tag", 1000), FilledBasics::cache),
				new FilledRoom("DistributedLock", Map.of(), (env) -> locks(env, false)),
				new FilledRoom("DistributedLock, fair", Map.of(), (env) -> locks(env, true)),
				new FilledRoom("FencedValues", Map.of(), FilledBasics::fenced),
				new FilledRoom("DistributedSemaphore", Map.of("permit", 1000), FilledBasics::semaphores),
				new FilledRoom("RateLimiter", Map.of("unit", 10_000), FilledBasics::limits),
				new FilledRoom("IdWorker", Map.of(), FilledBasics::ids),
				new FilledRoom("LimitQueue", Map.of("element", 1000), FilledBasics::newest),
				new FilledRoom("StreamQueue", Map.of("message", 1000, "id", 1000), FilledBasics::messages),
				new FilledRoom("TaskQueue", Map.of("task", 1000, "id", 1000), FilledBasics::tasks),
				new FilledRoom("DelayQueue", Map.of("task", 1000), FilledBasics::delayed), new FilledRoom("GroupChat",
						Map.of("message", 1000, "member", 100, "chat of a user", 100), FilledBasics::chats),
				new FilledRoom("Mailbox", Map.of("message", 1000), FilledBasics::mail));
	}

	private static void cache(Env env) {
		try (CacheClient client = env.caches()) {
			times(1000, (i) -> client.cache("shop", String.class).put("id" + i, env.value()));
			client.invalidateTags("shop",
					IntStream.range(1000, 2000).mapToObj((i) -> "tag-" + i).toArray(String[]::new));
		}
	}

	private static void locks(Env env, boolean fair) throws Exception {
		// Not closed: that would give back what is held.
		DistributedLock locks = LettuceLocks.create(env.redis(), env.keys(),
				new LiveSettings<>(LockSettings.defaults()), env.background());
		for (int i = 1000; i < 1100; i++) {
			NamedLock lock = fair ? locks.fair("order-" + i) : locks.get("order-" + i);
			lock.tryAcquire(LOCKED).orElseThrow();
		}
	}

	private static void fenced(Env env) {
		FencedValues<String> values = FencedValues.create(env.redis(), env.keys(),
				ValueCodecs.json().codec(String.class), Duration.ofHours(1), Duration.ofHours(1));
		// As large as the tokens of locks are.
		times(1000, (i) -> values.set("order-" + (1000 + i), env.value(), 1_795_000_000_000_000L + i));
	}

	private static void semaphores(Env env) {
		DistributedSemaphore semaphores = DistributedSemaphore.create(env.redis(), env.keys(),
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(Duration.ofMinutes(10))), env.background());
		times(1000, (i) -> semaphores.get("printer-" + i % 100, SemaphoreOptions.of(10)).tryAcquire().orElseThrow());
	}

	private static void limits(Env env) {
		RateLimiter limiter = RateLimiter.create(env.redis(), env.keys(),
				new LiveSettings<>(RateLimitSettings.defaults()));
		for (Algorithm algorithm : Algorithm.values()) {
			PolicyLimiter policy = limiter
				.policy(RatePolicy.of("login", new Limit(algorithm, 100, Duration.ofHours(1))));
			atOnce(algorithm == Algorithm.SLIDING_WINDOW_LOG ? 10_000 : 1000,
					(i) -> policy.tryAcquire("user-" + (1000 + i % 100)));
		}
	}

	private static void ids(Env env) {
		IdWorker ids = IdWorker.create(env.redis(), env.keys(), new LiveSettings<>(IdSettings.defaults()),
				env.background());
		times(100, (i) -> ids.nextId("order-" + i));
	}

	private static void newest(Env env) {
		LimitQueue<String> queue = LimitQueues
			.create(env.redis(), env.keys(), ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get("news", String.class, LimitQueueSettings.of(1000));
		times(2000, (i) -> queue.offer(env.value()));
	}

	private static void messages(Env env) {
		try (StreamQueues streams = streams(env)) {
			StreamQueue<String> queue = streams.get("orders", String.class, WorkQueueSettings.defaults());
			times(1000, (i) -> queue.publish(env.value(), PublishOptions.id("order-" + i)));
		}
	}

	private static void tasks(Env env) {
		try (StreamQueues streams = streams(env)) {
			TaskQueue<String> queue = TaskQueues.create(streams, new LiveSettings<>(Map.of()))
				.get("email", String.class, WorkQueueSettings.defaults());
			times(1000, (i) -> queue.enqueue(env.value(), PublishOptions.id("order-" + i)));
		}
	}

	private static void delayed(Env env) {
		try (StreamQueues streams = streams(env)) {
			DelayQueue<String> queue = DelayQueues.create(streams, new LiveSettings<>(Map.of()))
				.get("unpaid", String.class, WorkQueueSettings.defaults());
			times(1000, (i) -> queue.schedule(env.value(), Duration.ofHours(1)));
		}
	}

	private static StreamQueues streams(Env env) {
		return StreamQueues.create(env.redis(), env.keys(), ValueCodecs.json(), env.background(),
				new LiveSettings<>(Map.of()));
	}

	private static void chats(Env env) {
		GroupChat<String> chats = GroupChats
			.create(env.redis(), env.keys(), ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		List<String> members = IntStream.range(1000, 1010).mapToObj((i) -> "user-" + i).toList();
		times(10, (i) -> chats.create("chat-" + i, members));
		times(1000, (i) -> chats.send("chat-" + i % 10, "user-1001", env.value()));
	}

	private static void mail(Env env) {
		Mailbox<String> mail = Mailboxes
			.create(env.redis(), env.keys(), ValueCodecs.json(), new LiveSettings<>(MailboxSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		times(1000, (i) -> mail.send("user-" + i % 10, env.value()));
	}

	static void times(int n, IntConsumer action) {
		IntStream.range(0, n).forEach(action);
	}

	/**
	 * Does in any order what many commands are needed for. Those that wait at a time
	 * share reads, writes and wake-ups.
	 */
	static void atOnce(int n, IntConsumer action) {
		AtomicInteger next = new AtomicInteger();
		Concurrently.run(16, () -> {
			for (int i = next.getAndIncrement(); i < n; i = next.getAndIncrement()) {
				action.accept(i);
			}
		});
	}

}
