// SPDX-License-Identifier: Apache-2.0
/**
 * Filters that report elements which certainly do not exist:
 * {@link io.github.rediscomponents.filter.BloomFilter}.
 */
@NullMarked
package io.github.rediscomponents.filter;

import org.jspecify.annotations.NullMarked;
