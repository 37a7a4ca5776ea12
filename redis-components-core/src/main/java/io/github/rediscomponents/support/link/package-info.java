// SPDX-License-Identifier: Apache-2.0
/**
 * Connections to Redis, those that track keys among them, and what Redis refuses on them.
 * Internal.
 */
@NullMarked
package io.github.rediscomponents.support.link;

import org.jspecify.annotations.NullMarked;
