/**
 * Work queues. {@link io.github.rediscomponents.queue.StreamQueue} delivers messages to
 * groups of consumers; {@link io.github.rediscomponents.queue.TaskQueue} hands out tasks,
 * and {@link io.github.rediscomponents.queue.DelayQueue} those whose time has come.
 */
@NullMarked
package io.github.rediscomponents.queue;

import org.jspecify.annotations.NullMarked;
