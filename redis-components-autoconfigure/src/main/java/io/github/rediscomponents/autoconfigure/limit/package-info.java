// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the limit queues.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.limit;

import org.jspecify.annotations.NullMarked;
