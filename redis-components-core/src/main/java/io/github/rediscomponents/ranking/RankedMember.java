// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

/**
 * A member in a ranking.
 *
 * @param member its name
 * @param score its score
 * @param rank how many members have a better score, plus one: equal scores have the same
 * rank, and the ranks after them are left out (standard competition ranking, 1 2 2 4)
 * @param uniqueRank its place, from 1 on: of equal scores the one that was reached first
 * is ahead (ordinal ranking, 1 2 3 4)
 * @since 1.0.0
 */
public record RankedMember(String member, long score, long rank, long uniqueRank) {
}
