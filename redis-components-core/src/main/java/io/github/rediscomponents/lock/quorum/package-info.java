// SPDX-License-Identifier: Apache-2.0
/**
 * Locks that a majority of independent servers holds.
 */
@NullMarked
package io.github.rediscomponents.lock.quorum;

import org.jspecify.annotations.NullMarked;
