// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of likes and ranked sets.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.ranking;

import org.jspecify.annotations.NullMarked;
