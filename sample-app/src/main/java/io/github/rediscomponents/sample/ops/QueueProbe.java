// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.task.TaskQueues;

/**
 * What waits in the declared queues, of all processes. Asks Redis, one script for each
 * queue: the gauges of the starter are up to ten seconds old, which is too long for a
 * queue that fills and drains in one.
 */
class QueueProbe implements Probe {

	private final TaskQueues tasks;

	QueueProbe(TaskQueues tasks) {
		this.tasks = tasks;
	}

	@Override
	public void read(Reading reading) {
		for (String name : this.tasks.names()) {
			QueueStats stats = this.tasks.get(name, Object.class).stats();
			reading.put("queue-depth", name, stats.depth());
			reading.put("queue-lag", name, stats.lag());
		}
	}

}
