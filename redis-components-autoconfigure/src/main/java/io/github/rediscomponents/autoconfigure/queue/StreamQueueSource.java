// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;
import java.util.Map;

import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.Checks;

/**
 * The declared stream queues, which support several groups.
 */
final class StreamQueueSource extends QueueSource {

	StreamQueueSource(StreamQueues queues, DeclaredTypes types) {
		super(StreamQueueProperties.PREFIX, queues, types);
	}

	@Override
	Class<? extends WorkQueues> component() {
		return StreamQueues.class;
	}

	@Override
	void check(String name, SubscribeOptions options) {
		WorkQueueSettings settings = settings(name);
		String group = options.group();
		Checks.isTrue(group == null || hasSeveralGroups(name) || group.equals(settings.group()),
				"group must be '" + settings.group() + "', because queue '" + name
						+ "' deletes what that group has acknowledged; set " + prefix() + ".queues." + name
						+ ".retention to all-groups for several groups");
	}

	@Override
	List<GroupStats> groups(String name) {
		return hasSeveralGroups(name) ? stream(name).groups() : List.of();
	}

	@Override
	boolean removeGroup(String name, String group) {
		return hasSeveralGroups(name) ? stream(name).removeGroup(group) : super.removeGroup(name, group);
	}

	@Override
	boolean hasSeveralGroups(String name) {
		return settings(name).retention() == TrimPolicy.ALL_GROUPS;
	}

	private StreamQueue<?> stream(String name) {
		return (StreamQueue<?>) opened(name);
	}

}
