// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link Ranking} of one window of a {@link RedisRankedSet}.
 */
final class RedisRanking implements Ranking {

	static final int MAX_LIST = 1000;

	private static final int TURN_BYTES = 8;

	private final Reader reader;

	RedisRanking(Reader reader) {
		this.reader = reader;
	}

	@Override
	public Optional<RankedMember> get(String member) {
		return members(this.reader.read(RedisRankedSet.member(member), 0, 0)).stream().findFirst();
	}

	@Override
	public List<RankedMember> top(int n) {
		return from(1, n);
	}

	@Override
	public List<RankedMember> from(long uniqueRank, int n) {
		Checks.between("uniqueRank", uniqueRank, 1, RankedSetSettings.MAX_SCORE);
		Checks.between("n", n, 1, MAX_LIST);
		return members(this.reader.read(new byte[0], uniqueRank - 1, n));
	}

	@Override
	public List<RankedMember> around(String member, int n) {
		Checks.between("n", n, 0, MAX_LIST / 2);
		return members(this.reader.read(RedisRankedSet.member(member), 0, n));
	}

	@Override
	public long size() {
		return Utf8.number(this.reader.read(new byte[0], 0, 0).get(1));
	}

	private List<RankedMember> members(List<Object> reply) {
		long place = Utf8.number(reply.get(2));
		long rank = Utf8.number(reply.get(3)) + 1;
		List<RankedMember> members = new ArrayList<>();
		long before = 0;
		for (int i = 4; i < reply.size(); i += 2) {
			byte[] stored = (byte[]) reply.get(i);
			long score = this.reader.score(Utf8.number(reply.get(i + 1)));
			place++;
			if (i > 4 && score != before) {
				rank = place;
			}
			before = score;
			members.add(
					new RankedMember(new String(stored, TURN_BYTES, stored.length - TURN_BYTES, StandardCharsets.UTF_8),
							score, rank, place));
		}
		return members;
	}

	/** Runs the script on a window. */
	interface Reader {

		List<Object> read(byte[] member, long first, int n);

		long score(long stored);

	}

}
