// SPDX-License-Identifier: Apache-2.0
/**
 * What the work queues have in common. {@code queue.stream} delivers messages to groups
 * of consumers; {@code queue.task} hands out tasks, and {@code queue.delay} those whose
 * time has come.
 */
@NullMarked
package io.github.rediscomponents.queue;

import org.jspecify.annotations.NullMarked;
