// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the stream, task and delay queues.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.queue;

import org.jspecify.annotations.NullMarked;
