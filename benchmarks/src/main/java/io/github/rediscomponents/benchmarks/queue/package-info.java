// SPDX-License-Identifier: Apache-2.0
/**
 * Queues, delays, topics and chats beside those of other libraries.
 */
@NullMarked
package io.github.rediscomponents.benchmarks.queue;

import org.jspecify.annotations.NullMarked;
