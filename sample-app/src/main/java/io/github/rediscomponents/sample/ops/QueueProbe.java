// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.task.TaskQueues;

/**
 * Reads the backlog of the declared queues, of all processes. Runs one script for each
 * queue, because the gauges of the starter are up to ten seconds old, and a queue may
 * fill and drain in one second.
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
