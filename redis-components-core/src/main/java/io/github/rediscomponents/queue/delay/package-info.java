// SPDX-License-Identifier: Apache-2.0
/**
 * Delay queues: {@link io.github.rediscomponents.queue.delay.DelayQueue} hands out tasks
 * whose time has come.
 */
@NullMarked
package io.github.rediscomponents.queue.delay;

import org.jspecify.annotations.NullMarked;
