// SPDX-License-Identifier: Apache-2.0
/**
 * The engine of locks whose scripts are this library's own. Internal.
 */
@NullMarked
package io.github.rediscomponents.lock.lettuce;

import org.jspecify.annotations.NullMarked;
