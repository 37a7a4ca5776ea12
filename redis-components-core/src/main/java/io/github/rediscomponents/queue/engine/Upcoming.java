// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.Optional;

/**
 * The messages of a queue that are not handed to consumers before a time.
 *
 * @param waiting those that were not handed over yet
 * @param overdue those of them that are due
 * @param untilNext how long until the first of them is due, zero if it is; empty if none
 * waits
 * @since 1.0.0
 */
public record Upcoming(long waiting, long overdue, Optional<Duration> untilNext) {

}
