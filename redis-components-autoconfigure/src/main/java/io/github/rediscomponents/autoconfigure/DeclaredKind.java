// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.lang.reflect.Type;

import org.springframework.beans.factory.BeanFactory;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.autoconfigure.autocomplete.PrefixIndexEntryProperties;
import io.github.rediscomponents.autoconfigure.autocomplete.RecentListEntryProperties;
import io.github.rediscomponents.autoconfigure.filter.BloomFilterEntryProperties;
import io.github.rediscomponents.autoconfigure.limit.LimitQueueEntryProperties;
import io.github.rediscomponents.autoconfigure.queue.DelayQueueEntryProperties;
import io.github.rediscomponents.autoconfigure.queue.StreamQueueEntryProperties;
import io.github.rediscomponents.autoconfigure.queue.TaskQueueEntryProperties;
import io.github.rediscomponents.autoconfigure.ranking.RankedSetEntryProperties;
import io.github.rediscomponents.autoconfigure.session.OneTimeCodePurposeProperties;
import io.github.rediscomponents.autoconfigure.topic.TopicEntryProperties;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.Topics;

/**
 * The kinds of instances that properties declare by name. Each declaration becomes a bean
 * whose name ends with the type: {@code email} becomes {@code emailTaskQueue}.
 */
enum DeclaredKind {

	LIMIT_QUEUE(ComponentType.LIMIT_QUEUE, "queues", LimitQueueEntryProperties.class, LimitQueue.class),

	STREAM_QUEUE(ComponentType.STREAM_QUEUE, "queues", StreamQueueEntryProperties.class, StreamQueue.class),

	TASK_QUEUE(ComponentType.TASK_QUEUE, "queues", TaskQueueEntryProperties.class, TaskQueue.class),

	DELAY_QUEUE(ComponentType.DELAY_QUEUE, "queues", DelayQueueEntryProperties.class, DelayQueue.class),

	TOPIC(ComponentType.TOPIC, "topics", TopicEntryProperties.class, Topic.class),

	PREFIX_INDEX(ComponentType.PREFIX_INDEX, "indexes", PrefixIndexEntryProperties.class, PrefixIndex.class),

	RECENT_LIST(ComponentType.RECENT_LIST, "lists", RecentListEntryProperties.class, RecentList.class),

	BLOOM_FILTER(ComponentType.BLOOM_FILTER, "filters", BloomFilterEntryProperties.class, BloomFilter.class),

	RANKED_SET(ComponentType.RANKED_SET, "sets", RankedSetEntryProperties.class, RankedSet.class),

	ONE_TIME_CODE(ComponentType.ONE_TIME_CODE, "purposes", OneTimeCodePurposeProperties.class, OneTimeCodes.class);

	private final String prefix;

	private final String declarations;

	private final Class<?> entry;

	private final Class<?> beanType;

	DeclaredKind(ComponentType<?> component, String declarations, Class<?> entry, Class<?> beanType) {
		this.prefix = SpringComponentSource.prefix(component);
		this.declarations = this.prefix + '.' + declarations;
		this.entry = entry;
		this.beanType = beanType;
	}

	/** Returns the prefix of the component's properties. */
	String prefix() {
		return this.prefix;
	}

	/** Returns the property that contains the declarations. */
	String declarations() {
		return this.declarations;
	}

	/** Returns the type of the properties of one declaration. */
	Class<?> entry() {
		return this.entry;
	}

	Class<?> beanType() {
		return this.beanType;
	}

	/**
	 * Returns a declared instance.
	 * @param beans factory of the component
	 * @param name the name of the declaration
	 * @param type the element type, {@code Object} for a kind without elements
	 */
	Object open(BeanFactory beans, String name, Type type) {
		return switch (this) {
			case LIMIT_QUEUE -> beans.getBean(LimitQueues.class).get(name, TypeRef.of(type));
			case STREAM_QUEUE -> beans.getBean(StreamQueues.class).get(name, TypeRef.of(type));
			case TASK_QUEUE -> beans.getBean(TaskQueues.class).get(name, TypeRef.of(type));
			case DELAY_QUEUE -> beans.getBean(DelayQueues.class).get(name, TypeRef.of(type));
			case TOPIC -> beans.getBean(Topics.class).get(name, TypeRef.of(type));
			case PREFIX_INDEX -> beans.getBean(PrefixIndexes.class).get(name, TypeRef.of(type));
			case RECENT_LIST -> beans.getBean(RecentLists.class).get(name);
			case BLOOM_FILTER -> beans.getBean(BloomFilters.class).get(name);
			case RANKED_SET -> beans.getBean(RankedSets.class).get(name);
			case ONE_TIME_CODE -> beans.getBean(OneTimeCodePurposes.class).get(name);
		};
	}

}
