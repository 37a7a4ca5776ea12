// SPDX-License-Identifier: Apache-2.0
/**
 * Leaderboards: {@link io.github.rediscomponents.ranking.RankedSet} with exact ranks, of
 * all time and of days, weeks and months.
 */
@NullMarked
package io.github.rediscomponents.ranking;

import org.jspecify.annotations.NullMarked;
