// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the {@code CacheClient}.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.cache;

import org.jspecify.annotations.NullMarked;
