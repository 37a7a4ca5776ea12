// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the Bloom filters.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.filter;

import org.jspecify.annotations.NullMarked;
