// SPDX-License-Identifier: Apache-2.0
/**
 * Validates the whole configuration when an application starts.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.check;

import org.jspecify.annotations.NullMarked;
