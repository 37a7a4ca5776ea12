/**
 * Queues. {@link io.github.rediscomponents.queue.LimitQueue} keeps the newest N of
 * something.
 */
@NullMarked
package io.github.rediscomponents.queue;

import org.jspecify.annotations.NullMarked;
