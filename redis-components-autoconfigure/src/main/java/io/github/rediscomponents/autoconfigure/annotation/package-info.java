// SPDX-License-Identifier: Apache-2.0
/**
 * Applies {@code @Locked}, {@code @Permitted} and {@code @RateLimited} to the methods of
 * beans.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.annotation;

import org.jspecify.annotations.NullMarked;
