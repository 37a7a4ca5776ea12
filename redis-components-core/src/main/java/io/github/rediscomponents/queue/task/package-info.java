// SPDX-License-Identifier: Apache-2.0
/**
 * Task queues: {@link io.github.rediscomponents.queue.task.TaskQueue} hands out tasks.
 */
@NullMarked
package io.github.rediscomponents.queue.task;

import org.jspecify.annotations.NullMarked;
