// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes of cached entries: envelope, shape of the type, generation. Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.entry;

import org.jspecify.annotations.NullMarked;
