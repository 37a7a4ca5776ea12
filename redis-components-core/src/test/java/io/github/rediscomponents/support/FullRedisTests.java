// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.id.IdSettings;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.messaging.AckResult;
import io.github.rediscomponents.messaging.ChatMessages;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChatSettings;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.LeaveResult;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.messaging.MailboxSettings;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreObserver;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.session.CodeIssue;
import io.github.rediscomponents.session.CodeUse;
import io.github.rediscomponents.session.IssuedSession;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A server that has reached {@code maxmemory} and evicts nothing: what was taken can be
 * renewed and given back, so that a full server empties, and what is new is refused with
 * the server's reason.
 */
@Timeout(240)
class FullRedisTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final FullRedis full = new FullRedis("noeviction");

	private final Background background = new Background();

	private final KeySpace keys = new KeySpace("full");

	private CommandPort port;

	@BeforeEach
	void connect() {
		this.port = TestPorts.connected(TestPorts.open(this.full.server()));
	}

	@AfterEach
	void close() {
		this.port.close();
		this.background.close();
		this.full.close();
	}

	private static void assertRefused(ThrowingCall call) {
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(call::run).withMessageContaining("OOM");
	}

	@Test
	void locksAreRenewedAndReleased() throws Exception {
		try (DistributedLock locks = LettuceLocks.create(this.port, this.keys,
				new LiveSettings<>(LockSettings.defaults().withLease(Duration.ofMinutes(5))), this.background)) {
			for (NamedLock lock : new NamedLock[] { locks.get("plain"), locks.fair("fair"),
					locks.readWrite("both").read(), locks.readWrite("other").write() }) {
				Lease lease = lock.acquire();
				this.full.fill();
				assertThat(lease.extend(Duration.ofMinutes(9))).as(lock.name()).isTrue();
				assertThat(lease.remaining()).isGreaterThan(Duration.ofMinutes(6));
				assertRefused(() -> locks.get("another").tryAcquire());
				assertThat(lease.release()).as(lock.name()).isEqualTo(ReleaseResult.RELEASED);
				this.full.empty();
				lock.tryAcquire().orElseThrow().close();
			}
		}
	}

	/** On three databases, which stand for servers of their own. */
	@Test
	void quorumLocksAreReleasedAlsoByForce() throws Exception {
		List<CommandPort> nodes = IntStream.range(0, 3)
			.mapToObj((database) -> TestPorts.open(this.full.server().uri() + '/' + database, PATIENCE))
			.toList();
		try (QuorumLock locks = QuorumLock.create(nodes, this.keys,
				new LiveSettings<>(LockSettings.defaults().withLease(Duration.ofMinutes(5))), this.background,
				LockObserver.NONE)) {
			NamedLock lock = locks.get("three");
			Lease lease = lock.acquire();
			Lease forced = locks.get("others").acquire();
			this.full.fill();
			assertThat(lease.extend(Duration.ofMinutes(9))).isTrue();
			assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
			assertThat(lock.info().held()).isFalse();
			assertThat(locks.get("others").forceRelease()).isTrue();
			assertThat(forced.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
			this.full.empty();
			lock.tryAcquire().orElseThrow().close();
		}
		nodes.forEach(CommandPort::close);
	}

	@Test
	void permitsAreRenewedAndReleased() throws Exception {
		try (DistributedSemaphore semaphores = DistributedSemaphore.create(this.port, this.keys,
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(Duration.ofMinutes(5))), this.background,
				SemaphoreObserver.NONE)) {
			NamedSemaphore semaphore = semaphores.get("printer", SemaphoreOptions.of(1));
			Permit permit = semaphore.acquire();
			this.full.fill();
			assertThat(permit.extend(Duration.ofMinutes(9))).isTrue();
			assertThat(permit.release()).isEqualTo(ReleaseResult.RELEASED);
			assertThat(semaphore.available()).isEqualTo(1);
			this.full.empty();
			semaphore.tryAcquire().orElseThrow().close();
		}
	}

	@Test
	void aQueueThatFillsTheServerIsWorkedOff() throws Exception {
		StreamQueues streams = StreamQueues.create(this.port, this.keys, ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()));
		TaskQueue<String> tasks = TaskQueues.create(streams, new LiveSettings<>(Map.of()))
			.get("mail", String.class, WorkQueueSettings.defaults().withVisibility(Duration.ofSeconds(3)));
		tasks.enqueue("first");
		TaskLease<String> first = tasks.poll(PATIENCE).orElseThrow();
		String text = "x".repeat(4000);
		assertRefused(() -> {
			for (int i = 0; i < 10_000; i++) {
				tasks.enqueue(text);
			}
		});
		long depth = tasks.stats().depth();
		assertThat(depth).isGreaterThan(1000);
		assertThat(first.nack(Duration.ZERO)).isEqualTo(Settlement.RETRY);
		tasks.subscribe((delivery) -> {
		}, SubscribeOptions.concurrency(4));
		await().atMost(PATIENCE).until(() -> tasks.stats().depth() == 0);
		assertThat(tasks.deadLetters().size()).isZero();
		tasks.enqueue(text);
		await().atMost(PATIENCE).until(() -> tasks.stats().depth() == 0);
		streams.close();
	}

	@Test
	void delayedTasksBecomeDueAndLastAttemptsBecomeDeadLetters() throws Exception {
		StreamQueues streams = StreamQueues.create(this.port, this.keys, ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()));
		DelayQueue<String> later = DelayQueues.create(streams, new LiveSettings<>(Map.of()))
			.get("later", String.class, WorkQueueSettings.defaults().withMaxDeliveries(1));
		later.schedule("a", Duration.ofMillis(1));
		this.full.fill();
		TaskLease<String> task = later.poll(PATIENCE).orElseThrow();
		assertThat(task.value()).isEqualTo("a");
		assertThat(task.nack()).isEqualTo(Settlement.DEAD);
		assertThat(later.deadLetters().size()).isEqualTo(1);
		streams.close();
	}

	@Test
	void idsAreRefusedOnceTheBlockIsUsedUpAndGoOnLater() {
		IdWorker ids = IdWorker.create(this.port, this.keys, new LiveSettings<>(IdSettings.defaults()),
				this.background);
		long before = ids.nextId();
		this.full.fill();
		assertRefused(() -> ids.nextIds("other", 10));
		this.full.empty();
		assertThat(ids.nextIds("other", 10)).hasSize(10);
		assertThat(ids.nextId()).isGreaterThan(before);
	}

	@Test
	void cachedValuesAreInvalidatedAndNewOnesAreLoadedWithoutBeingStored() {
		try (CacheClient caches = CacheClient.create(this.port, this.keys,
				new LiveSettings<>(CacheRegistrySettings.defaults()
					.withCommon(CacheSettings.defaults().withCommandTimeout(PATIENCE))),
				this.background, ValueCodecs.json(), CacheObserver.NONE)) {
			TypedCache<String, String> shops = caches.cache("shop", String.class);
			assertThat(shops.get("a", (key) -> "old")).isEqualTo("old");
			this.full.fill();
			assertThat(shops.get("a", (key) -> "other")).isEqualTo("old");
			shops.invalidate("a");
			for (int i = 0; i < 3; i++) {
				assertThat(shops.get("a", (key) -> "new")).isEqualTo("new");
				assertThat(shops.get("b", (key) -> "fresh")).isEqualTo("fresh");
			}
			this.full.empty();
			await().atMost(PATIENCE).until(() -> {
				shops.get("a", (key) -> "new");
				return "new".equals(shops.get("a", (key) -> "not stored"));
			});
		}
	}

	@Test
	void sessionsAreRenewedAndRevoked() {
		TokenSessions sessions = TokenSessions.create(this.port, this.keys,
				new LiveSettings<>(TokenSessionSettings.defaults().withRenewBelow(1)), SessionObserver.NONE);
		IssuedSession phone = sessions.issue(NewSession.of("anna").withDevice("phone"));
		sessions.issue(NewSession.of("anna").withDevice("desk"));
		this.full.fill();
		assertThat(sessions.find(phone.token())).isPresent();
		// In the same millisecond nothing is renewed.
		await().until(() -> sessions.touch(phone.token()).orElseThrow().end().isAfter(phone.session().end()));
		assertThat(sessions.revoke(phone.token())).isTrue();
		assertThat(sessions.find(phone.token())).isEmpty();
		assertThat(sessions.revokeAll("anna")).isEqualTo(1);
		this.full.empty();
		assertThat(sessions.issue(NewSession.of("ben"))).isNotNull();
	}

	@Test
	void chatsAndMailboxesAreReadAndLeft() {
		GroupChat<String> chats = GroupChats
			.create(this.port, this.keys, ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		Mailbox<String> mailbox = Mailboxes
			.create(this.port, this.keys, ValueCodecs.json(), new LiveSettings<>(MailboxSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		chats.create("trip", List.of("anna", "ben"));
		chats.send("trip", "anna", "hello");
		chats.send("trip", "anna", "again");
		mailbox.send("anna", "letter");
		mailbox.send("ben", "lost");
		this.full.server().command("DEL", this.keys.key("mailbox", "ben", "messages"));
		this.full.fill();
		ChatMessages<String> found = chats.fetch("trip", "ben", 1).orElseThrow();
		assertThat(chats.acknowledge("trip", "ben", found.upTo()))
			.isEqualTo(new AckResult.Acknowledged(found.upTo(), 1));
		assertThat(chats.acknowledge("trip", "anna", found.upTo() + 1)).isInstanceOf(AckResult.Acknowledged.class);
		assertThat(chats.leave("trip", "anna")).isEqualTo(LeaveResult.LEFT);
		assertRefused(() -> chats.send("trip", "ben", "more"));
		assertThat(chats.leave("trip", "ben")).isEqualTo(LeaveResult.LEFT_LAST);
		assertThat(mailbox.fetch("ben", 1).lost()).isOne();
		assertThat(mailbox.acknowledge("anna", mailbox.fetch("anna", 1).mails().get(0).id())).isTrue();
	}

	@Test
	void aWrongCodeCostsAnAttempt() {
		OneTimeCodes codes = OneTimeCodePurposes
			.create(this.port, this.keys, new LiveSettings<>(Map.of()), SessionObserver.NONE)
			.get("login", OneTimeCodeSettings.defaults().withAttempts(3));
		String code = ((CodeIssue.Issued) codes.issue("anna")).code();
		this.full.fill();
		for (int left = 2; left >= 0; left--) {
			assertThat(codes.use("anna", "none")).isEqualTo(new CodeUse(CodeUse.Outcome.WRONG, left));
		}
		assertThat(codes.use("anna", code).accepted()).isFalse();
	}

	@Test
	void followsAndLikesAreTakenBack() {
		FollowGraph graph = FollowGraph.create(this.port, this.keys, () -> FollowGraphSettings.defaults(), List::of,
				SocialObserver.NONE);
		Likes likes = Likes.create(this.port, this.keys);
		graph.follow("anna", "ben");
		likes.like("post", "anna");
		this.full.fill();
		assertThat(graph.unfollow("anna", "ben")).isTrue();
		assertThat(graph.unfollow("anna", "ben")).isFalse();
		assertThat(graph.isFollowing("anna", "ben")).isFalse();
		assertThat(graph.counts("ben").followers()).isZero();
		assertRefused(() -> graph.follow("anna", "ben"));
		assertThat(likes.unlike("post", "anna").count()).isZero();
	}

	/** A call that may throw anything. */
	private interface ThrowingCall {

		void run() throws Exception;

	}

}
