// SPDX-License-Identifier: Apache-2.0
/**
 * The port to Redis: commands, scripts, batches, acknowledgement of replicas,
 * subscriptions, blocking reads and the server's clock, on connections that all rooms
 * share. Internal.
 */
@NullMarked
package io.github.rediscomponents.support.port;

import org.jspecify.annotations.NullMarked;
