// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.counter.ActiveUsers;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.DayBitmapSettings;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.counter.ViewCounterObserver;
import io.github.rediscomponents.counter.ViewCounterSettings;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.BloomStats;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChatSettings;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.messaging.SendResult;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.social.Follow;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.FollowSource;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the exception of an operation of several calls says when one of them is refused.
 */
class PartOutcomeTests extends PartFaultFixture {

	private static final LocalDate DAY = LocalDate.now(ZoneOffset.UTC).minusDays(3);

	private final Background background = new Background();

	private final List<AutoCloseable> open = new ArrayList<>();

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable each : this.open) {
			each.close();
		}
		this.background.close();
	}

	@ParameterizedTest
	@EnumSource
	void createAChat(Refusal refusal) {
		GroupChat<String> chats = chats(sweptPort());
		GroupChat<String> looked = chats(this.calm);
		sweep(refusal, (n) -> {
		}, (n) -> assertThat(chats.create("c" + n, List.of("anna", "ben"))).isTrue(),
				(n) -> List.of(looked.members("c" + n), looked.chats("anna"), looked.chats("ben")));
	}

	@ParameterizedTest
	@EnumSource
	void joinAChat(Refusal refusal) {
		GroupChat<String> chats = chats(sweptPort());
		GroupChat<String> looked = chats(this.calm);
		sweep(refusal, (n) -> looked.create("c" + n, List.of("anna")), (n) -> chats.join("c" + n, "ben"),
				(n) -> List.of(looked.members("c" + n), looked.chats("ben")));
	}

	@ParameterizedTest
	@EnumSource
	void leaveAChat(Refusal refusal) {
		GroupChat<String> chats = chats(sweptPort());
		GroupChat<String> looked = chats(this.calm);
		sweep(refusal, (n) -> talk(looked, "c" + n), (n) -> chats.leave("c" + n, "anna"),
				(n) -> List.of(looked.members("c" + n), looked.chats("anna")));
	}

	@ParameterizedTest
	@EnumSource
	void acknowledgeManyOwnMessages(Refusal refusal) {
		GroupChat<String> chats = chats(sweptPort());
		GroupChat<String> looked = chats(this.calm);
		long[] last = new long[10];
		sweep(refusal, (n) -> last[n] = talk(looked, "c" + n), (n) -> chats.acknowledge("c" + n, "anna", last[n]),
				(n) -> looked.fetch("c" + n, "anna", 1).orElseThrow().messages());
	}

	/** Anna says more than one script forgets. */
	private static long talk(GroupChat<String> chats, String chat) {
		chats.create(chat, List.of("anna", "ben"));
		IntStream.range(0, 600).forEach((i) -> chats.send(chat, "anna", "message"));
		return ((SendResult.Sent) chats.send(chat, "ben", "answer")).seq();
	}

	private GroupChat<String> chats(CommandPort redis) {
		return GroupChats
			.create(redis, this.keys, ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
	}

	@ParameterizedTest
	@EnumSource
	void followAUser(Refusal refusal) {
		Feed feed = feed(sweptPort());
		FollowGraph graph = graph(sweptPort(), feed);
		FollowGraph looked = graph(this.calm);
		feed(this.calm).publish("author", "post");
		sweep(refusal, (n) -> {
		}, (n) -> graph.follow("anna" + n, "author"),
				(n) -> List.of(looked.isFollowing("anna" + n, "author"), looked.counts("author").followers()));
	}

	@ParameterizedTest
	@EnumSource
	void followAUserNoLonger(Refusal refusal) {
		Feed feed = feed(sweptPort());
		FollowGraph graph = graph(sweptPort(), feed);
		FollowGraph looked = graph(this.calm);
		sweep(refusal, (n) -> looked.follow("anna" + n, "author"), (n) -> graph.unfollow("anna" + n, "author"),
				(n) -> List.of(looked.isFollowing("anna" + n, "author"), looked.counts("author").followers()));
	}

	@ParameterizedTest
	@EnumSource
	void repairTheFollowsOfAUser(Refusal refusal) {
		FollowGraph graph = graph(sweptPort());
		FollowGraph looked = graph(this.calm);
		Set<String> right = numbered("u", 0, 600);
		Set<String> wrong = numbered("x", 0, 30);
		sweep(refusal, (n) -> wrong.forEach((other) -> looked.follow("anna" + n, other)),
				(n) -> graph.repair("anna" + n, source("anna" + n, right)),
				(n) -> List.of(looked.counts("anna" + n).following(),
						Stream.concat(right.stream(), wrong.stream())
							.mapToLong((other) -> looked.counts(other).followers())
							.sum()));
	}

	private static FollowSource source(String user, Set<String> followed) {
		return new FollowSource() {

			@Override
			public List<String> following(String of, @Nullable String after, int limit) {
				return followed.stream()
					.filter((other) -> after == null || other.compareTo(after) > 0)
					.limit(limit)
					.toList();
			}

			@Override
			public List<String> followers(String of, @Nullable String after, int limit) {
				return List.of();
			}

			@Override
			public Set<Follow> existing(Collection<Follow> follows) {
				return follows.stream()
					.filter((follow) -> follow.user().equals(user) && followed.contains(follow.followed()))
					.collect(Collectors.toSet());
			}

		};
	}

	@ParameterizedTest
	@EnumSource
	void publishAPost(Refusal refusal) {
		Feed feed = feed(sweptPort());
		Feed looked = feed(this.calm);
		sweep(refusal, (n) -> graph(this.calm).follow("anna", "author" + n), (n) -> feed.publish("author" + n, "post"),
				(n) -> posts(looked, "author" + n));
	}

	@ParameterizedTest
	@EnumSource
	void deleteAPost(Refusal refusal) {
		Feed feed = feed(sweptPort());
		Feed looked = feed(this.calm);
		sweep(refusal, (n) -> {
			graph(this.calm).follow("anna", "author" + n);
			looked.publish("author" + n, "post");
		}, (n) -> assertThat(feed.delete("author" + n, "post")).isTrue(), (n) -> posts(looked, "author" + n));
	}

	/** In the outbox of an author. */
	private long posts(Feed feed, String author) {
		return Long.parseLong((String) this.server.command("ZCARD", this.keys.key("feed", author, "outbox")));
	}

	private FollowGraph graph(CommandPort redis, Feed... feeds) {
		return FollowGraph.create(redis, this.keys, FollowGraphSettings::defaults, () -> List.of(feeds),
				SocialObserver.NONE);
	}

	private Feed feed(CommandPort redis) {
		return Feed.create(redis, this.keys, TaskQueues.create(streams(redis), new LiveSettings<>(Map.of())),
				new LiveSettings<>(FeedSettings.defaults()), SocialObserver.NONE);
	}

	private StreamQueues streams(CommandPort redis) {
		StreamQueues streams = StreamQueues.create(redis, this.keys, ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()));
		this.open.add(() -> streams.stop(Duration.ofSeconds(5)));
		return streams;
	}

	@ParameterizedTest
	@EnumSource
	void purgeADelayQueue(Refusal refusal) {
		DelayQueues queues = DelayQueues.create(streams(sweptPort()), new LiveSettings<>(Map.of()));
		DelayQueues looked = DelayQueues.create(streams(this.calm), new LiveSettings<>(Map.of()));
		IntFunction<DelayQueue<String>> queue = (n) -> looked.get("q" + n, String.class, WorkQueueSettings.defaults());
		sweep(refusal, (n) -> queue.apply(n).schedule("task", Duration.ofHours(1)),
				(n) -> queues.get("q" + n, String.class, WorkQueueSettings.defaults()).purge(),
				(n) -> queue.apply(n).size());
	}

	@ParameterizedTest
	@EnumSource
	void markActiveUsers(Refusal refusal) {
		DayBitmap bitmap = bitmap(sweptPort());
		DayBitmap looked = bitmap(this.calm);
		List<Long> ids = LongStream.range(ActiveUsers.CHUNK - 2, ActiveUsers.CHUNK + 2).boxed().toList();
		// The index has the chunk of some of them. That it lacks the other one is an
		// answer,
		// and counts as done.
		told(refusal, (n) -> looked.activeUsers("app" + n).mark(DAY, List.of(1L)),
				(n) -> bitmap.activeUsers("app" + n).mark(DAY, ids), (n) -> looked.activeUsers("app" + n).count(DAY));
	}

	private DayBitmap bitmap(CommandPort redis) {
		return DayBitmap.create(redis, this.keys, new LiveSettings<>(DayBitmapSettings.defaults()));
	}

	@ParameterizedTest
	@EnumSource
	void flushTheViewsOfManyPages(Refusal refusal) {
		LiveSettings<ViewCounterSettings> settings = new LiveSettings<>(
				ViewCounterSettings.defaults().withFlushInterval(Duration.ofMinutes(1)));
		CommandPort swept = sweptPort();
		ViewCounter looked = ViewCounter.create(this.calm, this.keys, settings, this.background,
				ViewCounterObserver.NONE);
		this.open.add(looked);
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		AtomicReference<ViewCounter> views = new AtomicReference<>();
		sweep(refusal, (n) -> {
			// Each sends by itself a minute after its first view.
			views.set(ViewCounter.create(swept, this.keys, settings, this.background, ViewCounterObserver.NONE));
			this.open.add(views.get());
			IntStream.range(0, 1200).forEach((i) -> views.get().record("shop" + n, "page" + i));
		}, (n) -> views.get().flush(), (n) -> looked.count("shop" + n, today.minusDays(1), today.plusDays(1)));
	}

	@ParameterizedTest
	@EnumSource
	void createABloomFilter(Refusal refusal) {
		BloomFilters filters = filters(sweptPort());
		sweep(refusal, (n) -> {
		}, (n) -> assertThat(filter(filters, n).create()).isTrue(), this::builtFilter);
	}

	@ParameterizedTest
	@EnumSource
	void rebuildABloomFilter(Refusal refusal) {
		BloomFilters filters = filters(sweptPort());
		sweep(refusal, (n) -> {
			filter(filters(this.calm), n).create();
			filter(filters(this.calm), n).add("old");
		}, (n) -> {
			try {
				filter(filters, n).rebuild(() -> Stream.of("new"), (done) -> {
				});
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}, this::builtFilter);
	}

	@ParameterizedTest
	@EnumSource
	void removeABloomFilter(Refusal refusal) {
		BloomFilters filters = filters(sweptPort());
		sweep(refusal, (n) -> filter(filters(this.calm), n).create(), (n) -> filter(filters, n).remove(),
				this::builtFilter);
	}

	@ParameterizedTest
	@EnumSource
	void addToABloomFilter(Refusal refusal) {
		CommandPort swept = sweptPort();
		CommandPort slow = InterceptedPort.of(swept, (method, args, real) -> {
			Object reply = real.proceed();
			if (method.getName().equals("batch")) {
				// The filter is read again after the replies.
				Thread.sleep(150);
			}
			return reply;
		});
		BloomFilters filters = filters(slow);
		List<String> elements = List.copyOf(numbered("e", 0, 5001));
		// Its fill is counted in the background.
		told(refusal, (n) -> filter(filters(this.calm), n).create(), (n) -> filter(filters, n).addAll(elements),
				(n) -> filter(filters(this.calm), n).testAll(elements));
	}

	/** As a process sees it that has not seen it before. */
	private Object builtFilter(int n) {
		BloomFilter looked = filter(filters(this.calm), n);
		BloomStats stats = looked.stats();
		return List.of(stats.built(), stats.rebuilding(), stats.lostSlices(), looked.test("old"), looked.test("new"));
	}

	private static BloomFilter filter(BloomFilters filters, int n) {
		return filters.get("users" + n, BloomFilterSettings.of(10_000).withSettle(Duration.ZERO));
	}

	private BloomFilters filters(CommandPort redis) {
		return BloomFilters.create(redis, this.keys, this.background, new LiveSettings<>(Map.of()),
				BloomFilterObserver.NONE);
	}

	@ParameterizedTest
	@EnumSource
	void takeSeveralLocksAway(Refusal refusal) {
		DistributedLock locks = locks(sweptPort());
		DistributedLock looked = locks(this.calm);
		sweep(refusal, (n) -> acquire(looked, n), (n) -> assertThat(locks.all(names(n)).forceRelease()).isTrue(),
				(n) -> names(n).stream().map((name) -> looked.get(name).info().holder().isPresent()).toList());
	}

	@ParameterizedTest
	@EnumSource
	void makeSeveralLeasesLonger(Refusal refusal) {
		DistributedLock locks = locks(sweptPort());
		DistributedLock looked = locks(this.calm);
		List<Lease> leases = new ArrayList<>();
		sweep(refusal, (n) -> leases.add(acquire(locks, n)),
				(n) -> assertThat(leases.get(n).extend(Duration.ofHours(5))).isTrue(),
				(n) -> names(n).stream()
					.map((name) -> looked.get(name).info().remaining().compareTo(Duration.ofHours(2)) > 0)
					.toList());
	}

	@ParameterizedTest
	@EnumSource
	void takeALockAwayFromManyReaders(Refusal refusal) {
		DistributedLock locks = locks(sweptPort());
		DistributedLock looked = locks(this.calm);
		sweep(refusal, (n) -> {
			IntStream.range(0, 1200).forEach((i) -> looked.readWrite("lock" + n).read().tryAcquire().orElseThrow());
			assertThat(holders(n)).isEqualTo("1200");
		}, (n) -> assertThat(locks.readWrite("lock" + n).read().forceRelease()).isTrue(), this::holders);
	}

	private Object holders(int n) {
		return this.server.command("ZCARD", this.keys.key("lock", "lock" + n, "holders"));
	}

	private Lease acquire(DistributedLock locks, int n) {
		try {
			return locks.all(names(n)).tryAcquire(LockOptions.noWait().withLease(Duration.ofHours(1))).orElseThrow();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static List<String> names(int n) {
		return List.of("a" + n, "b" + n, "c" + n);
	}

	private DistributedLock locks(CommandPort redis) {
		DistributedLock locks = LettuceLocks.create(redis, this.keys, new LiveSettings<>(LockSettings.defaults()),
				this.background);
		this.open.add(locks);
		return locks;
	}

	private static Set<String> numbered(String name, int from, int to) {
		return IntStream.range(from, to).mapToObj((i) -> name + i).collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Repeats an operation whose calls are refused from the first one on, then from the
	 * second one on, and so on.
	 * @param state reads what the operation changes
	 */
	private void sweep(Refusal refusal, Step before, Step operation, IntFunction<Object> state) {
		assertThat(told(refusal, before, operation, state)).contains(true);
	}

	/** Whether each exception said that nothing was changed. */
	private List<Boolean> told(Refusal refusal, Step before, Step operation, IntFunction<Object> state) {
		AtomicReference<Object> was = new AtomicReference<>();
		List<Boolean> unchanged = new ArrayList<>();
		this.<Optional<RedisComponentsException>>sweep((n) -> refusal.begin(this.server), (n) -> {
			before.run(n);
			was.set(state.apply(n));
		}, (n) -> failure(operation, n), (n, failure, came) -> {
			refusal.end(this.server);
			assertThat(failure.isPresent() && !came).isFalse();
			failure.ifPresent((ex) -> {
				unchanged.add(saysThatNothingWasChanged(ex));
				if (saysThatNothingWasChanged(ex)) {
					assertThat(state.apply(n)).as("after call %d was refused: %s", n, ex).isEqualTo(was.get());
				}
			});
		});
		return unchanged;
	}

	private static Optional<RedisComponentsException> failure(Step operation, int n) {
		try {
			operation.run(n);
			return Optional.empty();
		}
		catch (RedisUnavailableException | RedisCommandException ex) {
			return Optional.of(ex);
		}
	}

	private static boolean saysThatNothingWasChanged(RedisComponentsException failure) {
		BatchProgress progress = failure.progress().orElse(new BatchProgress(0, 0, 1));
		boolean nothing = progress.notDone() == progress.total();
		if (failure instanceof RedisUnavailableException unavailable) {
			assertThat(unavailable.outcome() == Outcome.NOT_EXECUTED && !nothing).isFalse();
			return unavailable.outcome() == Outcome.NOT_EXECUTED;
		}
		return nothing;
	}

	/** Why Redis refuses. */
	enum Refusal {

		/** It is a replica. */
		READ_ONLY {

			@Override
			void begin(RedisServer server) {
				server.command("REPLICAOF", "127.0.0.1", "1");
			}

			@Override
			void end(RedisServer server) {
				server.command("REPLICAOF", "NO", "ONE");
			}

		},

		/** The user has lost its rights. */
		FORBIDDEN {

			@Override
			void begin(RedisServer server) {
				server.command("ACL", "SETUSER", "default", "-@scripting", "-@write");
			}

			@Override
			void end(RedisServer server) {
				server.command("ACL", "SETUSER", "default", "+@all");
			}

		};

		abstract void begin(RedisServer server);

		abstract void end(RedisServer server);

	}

	/** Does something in a repetition. */
	private interface Step {

		void run(int n);

	}

}
