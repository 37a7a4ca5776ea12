// SPDX-License-Identifier: Apache-2.0
/**
 * Completion of typed text: {@link io.github.rediscomponents.autocomplete.RecentList} of
 * the texts that were used last,
 * {@link io.github.rediscomponents.autocomplete.PrefixIndex} of everything there is.
 */
@NullMarked
package io.github.rediscomponents.autocomplete;

import org.jspecify.annotations.NullMarked;
