// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the {@code RateLimiter}.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.ratelimit;

import org.jspecify.annotations.NullMarked;
