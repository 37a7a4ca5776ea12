// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * The present consumption of one queue by this process for one group.
 *
 * @param queue the queue
 * @param group the group of consumers
 * @param consumer how this process is called in it
 * @param inFlight messages that were delivered to this process and are not settled:
 * worked on, held ready, or polled
 * @since 1.0.0
 */
public record QueueActivity(QueueObserver.Source queue, String group, String consumer, int inFlight) {

}
