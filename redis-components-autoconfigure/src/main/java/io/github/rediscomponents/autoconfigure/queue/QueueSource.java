// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.queue.PendingMessage;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueue;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.queue.engine.EngineQueue;
import io.github.rediscomponents.queue.engine.EngineQueue.Upcoming;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.Checks;

/**
 * The declared queues of one kind, for listeners, meters, the actuator and the shutdown.
 * Methods with a name expect one of {@link #names()}.
 */
class QueueSource {

	private final String prefix;

	private final WorkQueues queues;

	private final DeclaredTypes types;

	/** One instance of each queue, for statistics and dead letters. */
	private final Map<String, WorkQueue<?>> opened = new ConcurrentHashMap<>();

	/**
	 * Creates a source.
	 * @param prefix the prefix of the kind's properties
	 * @param queues the queues of the kind
	 * @param types the declared classes of messages
	 */
	QueueSource(String prefix, WorkQueues queues, DeclaredTypes types) {
		this.prefix = prefix;
		this.queues = queues;
		this.types = types;
	}

	QueueKind kind() {
		return this.queues.kind();
	}

	/** Returns the type of the component. */
	Class<? extends WorkQueues> component() {
		return TaskQueues.class;
	}

	/**
	 * Returns the prefix of the kind's properties.
	 * @return the prefix; single queues are declared below its {@code queues}
	 */
	String prefix() {
		return this.prefix;
	}

	/**
	 * Returns the names of the declared queues.
	 * @return the names at present
	 */
	Set<String> names() {
		return this.queues.names();
	}

	WorkQueueSettings settings(String name) {
		return this.queues.settings(name);
	}

	/**
	 * Returns the declared class of a queue's messages.
	 * @return null if none is declared
	 */
	@Nullable Class<?> type(String name) {
		return this.types.of(name);
	}

	/**
	 * Checks that a subscription is possible. Sends nothing.
	 * @throws IllegalArgumentException if the options do not fit the queue
	 */
	void check(String name, SubscribeOptions options) {
		Checks.isTrue(options.group() == null, "group must not be set, because a "
				+ kind().name().toLowerCase(Locale.ROOT) + " queue has one group only");
	}

	QueueSubscription subscribe(String name, Type type, MessageHandler<Object> handler, SubscribeOptions options) {
		return this.queues.get(name, TypeRef.of(type)).subscribe(handler, options);
	}

	QueueStats stats(String name) {
		return opened(name).stats();
	}

	/** Returns how many scripts a look at a queue sends, in one round trip. */
	int scripts(String name) {
		return hasSeveralGroups(name) ? 2 : 1;
	}

	/**
	 * Reads the numbers of a queue, with those of this kind of queue only, without
	 * waiting for the replies.
	 */
	CompletionStage<QueueLook> lookAsync(String name) {
		if (!(opened(name) instanceof EngineQueue<?> queue)) {
			// A queue of the application's own, or one that it wraps.
			return CompletableFuture.completedStage(new QueueLook(stats(name), Map.of(), groups(name)));
		}
		CompletionStage<QueueStats> stats = queue.statsAsync();
		CompletionStage<Optional<Upcoming>> upcoming = queue.upcomingAsync();
		CompletionStage<List<GroupStats>> groups = hasSeveralGroups(name) ? queue.groupsAsync()
				: CompletableFuture.completedStage(List.of());
		return stats.thenCombine(upcoming, (numbers, next) -> new QueueLook(numbers, details(next), List.of()))
			.thenCombine(groups, (look, found) -> new QueueLook(look.stats(), look.details(), found));
	}

	private static Map<String, Object> details(Optional<Upcoming> upcoming) {
		Map<String, Object> details = new LinkedHashMap<>();
		upcoming.ifPresent((messages) -> {
			details.put("waiting", messages.waiting());
			details.put("overdue", messages.overdue());
			messages.untilNext().ifPresent((next) -> details.put("untilNext", next.toString()));
		});
		return details;
	}

	/** Returns whether a queue supports several groups. */
	boolean hasSeveralGroups(String name) {
		return false;
	}

	/**
	 * Returns the groups of a queue that supports several.
	 * @return an empty list if the kind supports a single group
	 */
	List<GroupStats> groups(String name) {
		return List.of();
	}

	/**
	 * Removes a group of a queue that supports several.
	 * @return whether the group existed
	 * @throws IllegalArgumentException if the kind supports a single group
	 */
	boolean removeGroup(String name, String group) {
		throw new IllegalArgumentException("Queue '" + name + "' has a single group, which cannot be removed");
	}

	DeadLetters<?> deadLetters(String name) {
		return opened(name).deadLetters();
	}

	long purge(String name) {
		return opened(name).purge();
	}

	/**
	 * Pauses or resumes a queue.
	 * @return whether that changed it
	 */
	boolean pause(String name, boolean on) {
		return on ? opened(name).pause() : opened(name).resume();
	}

	Page<PendingMessage> pending(String name, @Nullable String cursor, int size) {
		return opened(name).pending(cursor, size);
	}

	/**
	 * Returns the names of the actions that only this kind of queue offers.
	 */
	Set<String> ownActions() {
		return Set.of();
	}

	/**
	 * Performs an action of {@link #ownActions()}.
	 */
	Map<String, Object> ownAction(String action, String name, @Nullable String id, @Nullable String value) {
		throw new IllegalArgumentException("No action: " + action);
	}

	/**
	 * Returns the names of the lists that only this kind of queue has.
	 */
	Set<String> ownLists() {
		return Set.of();
	}

	/**
	 * Returns a page of a list of {@link #ownLists()}.
	 */
	Page<Map<String, Object>> ownList(String list, String name, @Nullable String cursor, int size) {
		throw new IllegalArgumentException("No list: " + list);
	}

	/**
	 * Returns the consumers of this process on queues of the kind, including undeclared
	 * queues.
	 */
	List<QueueActivity> activity() {
		return this.queues.activity();
	}

	/**
	 * Stops all consumers.
	 * @return whether all handlers completed in time
	 */
	boolean stop(Duration patience) {
		return this.queues.stop(patience);
	}

	final WorkQueue<?> opened(String name) {
		return this.opened.computeIfAbsent(name, (one) -> this.queues.get(one, TypeRef.of(Object.class)));
	}

}
