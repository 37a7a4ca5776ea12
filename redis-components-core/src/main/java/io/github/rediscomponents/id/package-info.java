// SPDX-License-Identifier: Apache-2.0
/**
 * Numbers that are unique and follow time: 64-bit ids from blocks that Redis grants by
 * its own clock. {@link io.github.rediscomponents.id.IdWorker} is where to begin.
 */
@NullMarked
package io.github.rediscomponents.id;

import org.jspecify.annotations.NullMarked;
