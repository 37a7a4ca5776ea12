// SPDX-License-Identifier: Apache-2.0
/**
 * Common types of the work queues. {@code queue.stream} delivers messages to groups of
 * consumers, {@code queue.task} hands out tasks, and {@code queue.delay} hands out tasks
 * that are due.
 */
@NullMarked
package io.github.rediscomponents.queue;

import org.jspecify.annotations.NullMarked;
