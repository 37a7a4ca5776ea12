package io.github.rediscomponents.queue;

import java.time.Duration;

/**
 * What a queue holds for one group of consumers, at one moment.
 *
 * @param depth messages that are not acknowledged: {@code lag} and {@code pending}
 * @param lag messages that were never delivered; with {@link Retention#ALL_GROUPS} and a
 * server before 7.0 counted up to 10,000
 * @param pending messages that are being worked on or wait for another attempt
 * @param retrying those of the pending that wait for their back-off
 * @param oldest how long ago the oldest of them came in; zero if there is none
 * @param deadLetters messages that were given up
 * @param consumers consumers that the server knows
 */
public record QueueStats(long depth, long lag, long pending, long retrying, Duration oldest, long deadLetters,
		int consumers) {

}
