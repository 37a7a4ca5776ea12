// SPDX-License-Identifier: Apache-2.0
/**
 * The loads of this process that are under way, which callers join. Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.flight;

import org.jspecify.annotations.NullMarked;
