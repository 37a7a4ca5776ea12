// SPDX-License-Identifier: Apache-2.0
/**
 * Limits how often something may happen per subject, over all processes:
 * {@link io.github.rediscomponents.ratelimit.RateLimiter} and its policies.
 */
@NullMarked
package io.github.rediscomponents.ratelimit;

import org.jspecify.annotations.NullMarked;
