// SPDX-License-Identifier: Apache-2.0
/**
 * Filters that know what certainly is not there:
 * {@link io.github.rediscomponents.filter.BloomFilter}.
 */
@NullMarked
package io.github.rediscomponents.filter;

import org.jspecify.annotations.NullMarked;
