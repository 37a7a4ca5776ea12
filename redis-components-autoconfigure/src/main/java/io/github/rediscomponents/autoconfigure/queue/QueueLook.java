// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;
import java.util.Map;

import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.QueueStats;

/**
 * What one look at a queue in Redis shows.
 *
 * @param stats the numbers that each kind of queue has
 * @param details the values of this kind of queue only, in the order of their display
 * @param groups the groups of a queue that supports several, empty for others
 */
record QueueLook(QueueStats stats, Map<String, Object> details, List<GroupStats> groups) {

}
