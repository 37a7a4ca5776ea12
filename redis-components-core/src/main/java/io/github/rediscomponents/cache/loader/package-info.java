// SPDX-License-Identifier: Apache-2.0
/**
 * The functions by which an application gives a cache its values, one key or many at a
 * time.
 *
 * <p>
 * Most applications write them as lambda expressions and name none of these types.
 */
@NullMarked
package io.github.rediscomponents.cache.loader;

import org.jspecify.annotations.NullMarked;
