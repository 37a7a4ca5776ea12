// SPDX-License-Identifier: Apache-2.0
/**
 * Stream queues: {@link io.github.rediscomponents.queue.stream.StreamQueue} delivers
 * messages to groups of consumers.
 */
@NullMarked
package io.github.rediscomponents.queue.stream;

import org.jspecify.annotations.NullMarked;
