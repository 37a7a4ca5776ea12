// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;

import io.github.rediscomponents.Overflow;

/**
 * The contents of a queue for one group of consumers, at one moment.
 *
 * @param depth messages that are not acknowledged: {@code lag} and {@code pending}
 * @param lag messages that were never delivered. With {@link TrimPolicy#ACKNOWLEDGED} the
 * length of the stream less {@code pending}: exact, but too low by what
 * {@link Overflow#DROP_PENDING} has cut off while it was pending, until recovery notices.
 * With {@link TrimPolicy#ALL_GROUPS} the lag that the server reports, from 7.0 on and
 * while it has one; otherwise counted, up to 10,000
 * @param pending messages that are being worked on or wait for another attempt
 * @param retrying those of the pending that wait for their back-off
 * @param oldest how long ago the oldest of them came in; zero if there is none
 * @param deadLetters messages that were given up, of all groups
 * @param consumers consumers registered in the server
 * @param droppedDeadLetters dead letters that were dropped since the queue exists,
 * because there were more than it keeps
 * @param paused whether the queue is {@linkplain WorkQueue#pause paused}
 * @since 1.0.0
 */
public record QueueStats(long depth, long lag, long pending, long retrying, Duration oldest, long deadLetters,
		int consumers, long droppedDeadLetters, boolean paused) {

}
