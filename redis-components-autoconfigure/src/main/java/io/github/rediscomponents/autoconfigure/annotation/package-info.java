// SPDX-License-Identifier: Apache-2.0
/**
 * What makes {@code @Locked}, {@code @Permitted} and {@code @RateLimited} work on the
 * methods of beans.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.annotation;

import org.jspecify.annotations.NullMarked;
