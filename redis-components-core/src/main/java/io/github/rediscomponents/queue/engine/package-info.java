// SPDX-License-Identifier: Apache-2.0
/**
 * The engine that the work queues share. Internal: its public types are for the other
 * packages of the room.
 */
@NullMarked
package io.github.rediscomponents.queue.engine;

import org.jspecify.annotations.NullMarked;
