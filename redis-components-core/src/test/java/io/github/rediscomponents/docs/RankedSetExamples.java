// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.rediscomponents.ranking.Period;
import io.github.rediscomponents.ranking.RankOrder;
import io.github.rediscomponents.ranking.RankedMember;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.social.Like;
import io.github.rediscomponents.social.LikeResult;
import io.github.rediscomponents.social.LikeState;
import io.github.rediscomponents.social.Likes;

/**
 * The code of the page about likes and ranked sets.
 */
class RankedSetExamples {

	RankedSet race(RankedSets sets, long id) {
		RankedSetSettings settings = RankedSetSettings.defaults().withOrder(RankOrder.LOWEST);
		RankedSet race = sets.get("race:" + id, settings);
		return race;
	}

	static class Posts {

		private final Likes likes;

		Posts(Likes likes) {
			this.likes = likes;
		}

		String press(long post, String user) {
			LikeResult result = this.likes.toggle("post:" + post, user); // one round trip
			return (result.liked() ? "liked, " : "not liked, ") + result.count();
		}

		List<Like> firstTen(long post) {
			return this.likes.earliest("post:" + post, 10);
		}

		Map<String, LikeState> page(List<String> posts, String user) {
			return this.likes.states(posts, user); // one flush for all of them
		}

	}

	static class Game {

		private final RankedSet points;

		Game(RankedSet pointsRankedSet) {
			this.points = pointsRankedSet;
		}

		long won(String player, long points, String roundId) {
			// Counts once per round.
			return this.points.increment(player, points, roundId).in(Period.DAY);
		}

		List<RankedMember> board() {
			return this.points.now(Period.WEEK).top(10);
		}

		List<RankedMember> aroundMe(String player) {
			return this.points.total().around(player, 5);
		}

		Optional<RankedMember> yesterday(String player, LocalDate today) {
			return this.points.on(Period.DAY, today.minusDays(1)).get(player);
		}

	}

}
