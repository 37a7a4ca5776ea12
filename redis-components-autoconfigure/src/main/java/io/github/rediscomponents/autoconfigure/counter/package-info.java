// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the counters.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.counter;

import org.jspecify.annotations.NullMarked;
