// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Duration;
import java.util.Optional;

import io.github.rediscomponents.queue.QueueStats;

/**
 * The contents of a delay queue.
 *
 * @param waiting tasks that were not handed to consumers yet
 * @param overdue those of them that are due: more than a few for longer than a second
 * mean that no process consumes the queue. Tasks that lost their content count here until
 * a process consumes, up to the number that wait
 * @param untilNext how long until the first of them is due, zero if it is; empty if none
 * waits
 * @param handed tasks that were handed to consumers and are not acknowledged, and dead
 * letters
 * @since 1.0.0
 */
public record DelayStats(long waiting, long overdue, Optional<Duration> untilNext, QueueStats handed) {

}
