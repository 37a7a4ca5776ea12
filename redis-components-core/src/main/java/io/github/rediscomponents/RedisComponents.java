// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.function.Supplier;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.function.SingletonSupplier;

import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.counter.ViewCounterObserver;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.engine.EngineQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.ratelimit.RateLimitObserver;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreObserver;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowObserver;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.topic.TopicObserver;
import io.github.rediscomponents.topic.Topics;

/**
 * All components on one Redis, for applications without Spring Boot. Each component is
 * made when it is first requested; nothing is connected before a component is used. Two
 * Redis are two instances.
 *
 * <pre>{@code
 * try (RedisComponents components = RedisComponents.on(connectionFactory).keyPrefix("shop").build()) {
 *     components.locks().get("order:1").execute(() -> place(order));
 * }
 * }</pre>
 *
 * <p>
 * Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public final class RedisComponents implements AutoCloseable {

	private final ComponentSource source;

	private RedisComponents(ComponentSource source) {
		this.source = source;
	}

	/**
	 * Builds components on the client of a connection factory.
	 * @param connectionFactory a started {@code LettuceConnectionFactory}, which stays
	 * open when the components are closed
	 * @return the builder
	 * @throws IllegalArgumentException if the factory is another driver's, or if its
	 * client options have {@code autoReconnect(false)} on a cluster
	 */
	public static RedisComponentsBuilder on(RedisConnectionFactory connectionFactory) {
		return new RedisComponentsBuilder(Checks.notNull("connectionFactory", connectionFactory));
	}

	/**
	 * Creates components from the infrastructure of a container.
	 * @param source the container
	 * @return the components
	 */
	public static RedisComponents of(ComponentSource source) {
		return new RedisComponents(Checks.notNull("source", source));
	}

	/**
	 * Returns the caches.
	 * @return the same object at each call
	 */
	public CacheClient caches() {
		return this.source.component(CacheClient.class,
				() -> CacheClient.create(this.source.redis(), this.source.keys(), settings(ComponentType.CACHE),
						this.source.background(), this.source.codecs(),
						observer(CacheObserver.class, CacheObserver.NONE),
						(name) -> needed(BloomFilters.class, this::bloomFilters).get(name)));
	}

	/**
	 * Returns the locks.
	 * @return the same object at each call
	 */
	public DistributedLock locks() {
		return this.source.component(DistributedLock.class,
				() -> LettuceLocks.create(this.source.redis(), this.source.keys(), settings(ComponentType.LOCK),
						this.source.background(), observer(LockObserver.class, LockObserver.NONE)));
	}

	/**
	 * Returns the semaphores.
	 * @return the same object at each call
	 */
	public DistributedSemaphore semaphores() {
		return this.source.component(DistributedSemaphore.class,
				() -> DistributedSemaphore.create(this.source.redis(), this.source.keys(),
						settings(ComponentType.SEMAPHORE), this.source.background(),
						observer(SemaphoreObserver.class, SemaphoreObserver.NONE)));
	}

	/**
	 * Returns the rate limiter.
	 * @return the same object at each call
	 */
	public RateLimiter rateLimiter() {
		return this.source.component(RateLimiter.class,
				() -> RateLimiter.create(this.source.redis(), this.source.keys(), settings(ComponentType.RATE_LIMIT),
						observer(RateLimitObserver.class, RateLimitObserver.NONE)));
	}

	/**
	 * Returns the generator of ids.
	 * @return the same object at each call
	 */
	public IdWorker ids() {
		return this.source.component(IdWorker.class, () -> IdWorker.create(this.source.redis(), this.source.keys(),
				settings(ComponentType.ID), this.source.background()));
	}

	/**
	 * Returns the limit queues.
	 * @return the same object at each call
	 */
	public LimitQueues limitQueues() {
		return this.source.component(LimitQueues.class,
				() -> LimitQueues.create(this.source.redis(), this.source.keys(), this.source.codecs(),
						settings(ComponentType.LIMIT_QUEUE), this.source.background().loader()));
	}

	/**
	 * Returns the stream queues.
	 * @return the same object at each call
	 */
	public StreamQueues streamQueues() {
		return this.source.component(StreamQueues.class,
				() -> StreamQueues.create(this.source.redis(), this.source.keys(), this.source.codecs(),
						this.source.background(), settings(ComponentType.STREAM_QUEUE),
						observer(QueueObserver.class, QueueObserver.NONE)));
	}

	/**
	 * Returns the task queues.
	 * @return the same object at each call
	 */
	public TaskQueues taskQueues() {
		return this.source.component(TaskQueues.class,
				() -> TaskQueues.create(connected(), settings(ComponentType.TASK_QUEUE)));
	}

	/** What an application makes or wraps itself has no connections to share. */
	private StreamQueues connected() {
		StreamQueues queues = needed(StreamQueues.class, this::streamQueues);
		return (queues instanceof EngineQueues) ? queues : streamQueues();
	}

	/**
	 * Returns the delay queues.
	 * @return the same object at each call
	 */
	public DelayQueues delayQueues() {
		return this.source.component(DelayQueues.class,
				() -> DelayQueues.create(connected(), settings(ComponentType.DELAY_QUEUE)));
	}

	/**
	 * Returns the topics.
	 * @return the same object at each call
	 */
	public Topics topics() {
		return this.source.component(Topics.class,
				() -> Topics.create(this.source.redis(), this.source.keys(), this.source.codecs(),
						settings(ComponentType.TOPIC), this.source.background(),
						observer(TopicObserver.class, TopicObserver.NONE)));
	}

	/**
	 * Returns the group chats.
	 * @return the same object at each call
	 */
	public GroupChats groupChats() {
		return this.source.component(GroupChats.class,
				() -> GroupChats.create(this.source.redis(), this.source.keys(), this.source.codecs(),
						settings(ComponentType.GROUP_CHAT), observer(MessagingObserver.class, MessagingObserver.NONE)));
	}

	/**
	 * Returns the mailboxes.
	 * @return the same object at each call
	 */
	public Mailboxes mailboxes() {
		return this.source.component(Mailboxes.class,
				() -> Mailboxes.create(this.source.redis(), this.source.keys(), this.source.codecs(),
						settings(ComponentType.MAILBOX), observer(MessagingObserver.class, MessagingObserver.NONE)));
	}

	/**
	 * Returns the prefix indexes.
	 * @return the same object at each call
	 */
	public PrefixIndexes prefixIndexes() {
		return this.source.component(PrefixIndexes.class, () -> PrefixIndexes.create(observed("prefix-index"),
				this.source.keys(), this.source.codecs(), settings(ComponentType.PREFIX_INDEX)));
	}

	/**
	 * Returns the recent lists.
	 * @return the same object at each call
	 */
	public RecentLists recentLists() {
		return this.source.component(RecentLists.class, () -> RecentLists.create(observed("recent-list"),
				this.source.keys(), settings(ComponentType.RECENT_LIST)));
	}

	/**
	 * Returns the Bloom filters.
	 * @return the same object at each call
	 */
	public BloomFilters bloomFilters() {
		return this.source.component(BloomFilters.class,
				() -> BloomFilters.create(this.source.redis(), this.source.keys(), this.source.background(),
						settings(ComponentType.BLOOM_FILTER),
						observer(BloomFilterObserver.class, BloomFilterObserver.NONE)));
	}

	/**
	 * Returns the day bitmaps.
	 * @return the same object at each call
	 */
	public DayBitmap dayBitmap() {
		return this.source.component(DayBitmap.class,
				() -> DayBitmap.create(observed("day-bitmap"), this.source.keys(), settings(ComponentType.DAY_BITMAP)));
	}

	/**
	 * Returns the counter of unique members.
	 * @return the same object at each call
	 */
	public UniqueCounter uniqueCounter() {
		return this.source.component(UniqueCounter.class, () -> UniqueCounter.create(observed("unique-counter"),
				this.source.keys(), settings(ComponentType.UNIQUE_COUNTER)));
	}

	/**
	 * Returns the counter of views.
	 * @return the same object at each call
	 */
	public ViewCounter viewCounter() {
		return this.source.component(ViewCounter.class,
				() -> ViewCounter.create(observed("view-counter"), this.source.keys(),
						settings(ComponentType.VIEW_COUNTER), this.source.background(),
						observer(ViewCounterObserver.class, ViewCounterObserver.NONE)));
	}

	/**
	 * Returns the index of places.
	 * @return the same object at each call
	 */
	public GeoIndex geoIndex() {
		return this.source.component(GeoIndex.class,
				() -> GeoIndex.create(observed("geo"), this.source.keys(), settings(ComponentType.GEO)));
	}

	/**
	 * Returns the ranked sets.
	 * @return the same object at each call
	 */
	public RankedSets rankedSets() {
		return this.source.component(RankedSets.class, () -> RankedSets.create(observed("ranked-set"),
				this.source.keys(), settings(ComponentType.RANKED_SET)));
	}

	/**
	 * Returns the likes.
	 * @return the same object at each call
	 */
	public Likes likes() {
		return this.source.component(Likes.class, () -> Likes.create(observed("likes"), this.source.keys()));
	}

	/**
	 * Returns the follow graph.
	 * @return the same object at each call
	 */
	public FollowGraph followGraph() {
		return this.source.component(FollowGraph.class,
				() -> FollowGraph.create(observed("follow-graph"), this.source.keys(),
						settings(ComponentType.FOLLOW_GRAPH),
						// Resolved when first needed: an observer may need the graph.
						SingletonSupplier.of(() -> this.source.observers(FollowObserver.class).toList())::obtain,
						observer(SocialObserver.class, SocialObserver.NONE)));
	}

	/**
	 * Returns the feed.
	 * @return the same object at each call
	 */
	public Feed feed() {
		return this.source.component(Feed.class,
				() -> Feed.create(observed("feed"), this.source.keys(), needed(TaskQueues.class, this::taskQueues),
						settings(ComponentType.FEED), observer(SocialObserver.class, SocialObserver.NONE)));
	}

	/**
	 * Returns the sessions.
	 * @return the same object at each call
	 */
	public TokenSessions tokenSessions() {
		return this.source.component(TokenSessions.class,
				() -> TokenSessions.create(observed("token-session"), this.source.keys(),
						settings(ComponentType.TOKEN_SESSION), observer(SessionObserver.class, SessionObserver.NONE)));
	}

	/**
	 * Returns the one-time codes.
	 * @return the same object at each call
	 */
	public OneTimeCodePurposes oneTimeCodes() {
		return this.source.component(OneTimeCodePurposes.class,
				() -> OneTimeCodePurposes.create(observed("one-time-code"), this.source.keys(),
						settings(ComponentType.ONE_TIME_CODE), observer(SessionObserver.class, SessionObserver.NONE)));
	}

	/**
	 * Ends the background work of the components and closes their connections. The
	 * connection factory stays open. A component that was made before fails from then on
	 * with a {@link RedisComponentsException}; one that was not made yet is refused with
	 * an {@link IllegalStateException}.
	 */
	@Override
	public void close() {
		if (this.source instanceof OwnSource own) {
			own.close();
		}
	}

	private <S> LiveSettings<S> settings(ComponentType<S> type) {
		return this.source.settings(type);
	}

	private <C> C needed(Class<C> type, Supplier<C> maker) {
		return this.source.needed(type, maker);
	}

	private <O> O observer(Class<O> type, O none) {
		return Listeners.all(type, none, this.source.observers(type));
	}

	private CommandPort observed(String component) {
		return CommandPort.of(this.source.redis())
			.observed(component, observer(OperationObserver.class, OperationObserver.NONE));
	}

}
