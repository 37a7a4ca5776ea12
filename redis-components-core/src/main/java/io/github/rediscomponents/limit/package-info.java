// SPDX-License-Identifier: Apache-2.0
/**
 * Queues of bounded length: {@link io.github.rediscomponents.limit.LimitQueue} keeps the
 * newest elements.
 */
@NullMarked
package io.github.rediscomponents.limit;

import org.jspecify.annotations.NullMarked;
