// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.crowd.UnclearReplyException;
import io.github.rediscomponents.sample.crowd.UnusableGuideException;
import io.github.rediscomponents.sample.load.guide.CacheMeter;
import io.github.rediscomponents.sample.load.measure.Progress;
import tools.jackson.databind.JsonNode;

/**
 * Where scenarios take place.
 *
 * @param client calls the instances
 * @param meter reads what the cache of shops has done, if the instances show it
 * @param clients how many requests may be under way at once
 * @param within how long after an answer what it promised may take
 * @param bars whether progress is shown
 */
public record Stage(GuideClient client, Optional<CacheMeter> meter, int clients, Duration within, boolean bars) {

	private static final Duration PAUSE = Duration.ofMillis(100);

	/** More logins at once would only wait for each other. */
	private static final int LOGINS_AT_ONCE = 32;

	Progress progress(String task, long steps) {
		return this.bars ? Progress.of(task, steps) : Progress.none();
	}

	/** New users, who are logged in. */
	List<Member> members(int count) throws InterruptedException {
		String run = UUID.randomUUID().toString().substring(0, 8);
		try (Progress progress = progress("log in", count)) {
			return Crowd.run(count, Math.min(this.clients, LOGINS_AT_ONCE), progress::step,
					(number) -> login("load-" + run + "-" + number));
		}
	}

	/** With another account each time: of one whose answer was lost there is a code. */
	private Member login(String name) throws InterruptedException {
		long end = System.nanoTime() + this.within.toNanos();
		for (int attempt = 1;; attempt++) {
			try {
				return Member.login(this.client, name + "-" + attempt + "@example.com");
			}
			catch (UnclearReplyException ex) {
				if (System.nanoTime() > end) {
					throw ex;
				}
				Thread.sleep(PAUSE.toMillis());
			}
		}
	}

	Member member() throws InterruptedException {
		return members(1).get(0);
	}

	/**
	 * Asks until there is an answer, of whatever instance, and as long as promises may
	 * take: one of them may be starting again, or have too much to do. For requests that
	 * can be repeated.
	 * @param call what to ask
	 * @param each hears of every answer
	 * @return the last answer
	 */
	Reply ask(Call call, Consumer<Reply> each) throws InterruptedException {
		long end = System.nanoTime() + this.within.toNanos();
		while (true) {
			Reply reply = this.client.send(call);
			each.accept(reply);
			if (reply.clear() || System.nanoTime() > end) {
				return reply;
			}
			Thread.sleep(PAUSE.toMillis());
		}
	}

	/**
	 * Prepares something. Asks until there is an answer, which leaves behind what was
	 * made without one.
	 * @param call what to ask
	 * @return the answer's data
	 * @throws UnusableGuideException if it was not done
	 */
	JsonNode prepare(Call call) throws InterruptedException {
		return ask(call, (reply) -> {
		}).data();
	}

	/** A new shop, not read yet. */
	long shop(Member owner, String name) throws InterruptedException {
		String json = GuideClient.json(Map.of("name", name, "typeId", 1, "x", 120.15, "y", 30.32));
		return prepare(Call.post("/shop").as(owner.token()).with(json)).asLong();
	}

	/** The time that promises may take, as it is written. */
	String limit() {
		return (this.within.toMillis() % 1000 == 0) ? this.within.toSeconds() + " s" : this.within.toMillis() + " ms";
	}

	/** Asks again and again until something holds, and says whether it did in time. */
	boolean soon(Question question) throws InterruptedException {
		return until(System.nanoTime() + this.within.toNanos(), question);
	}

	/**
	 * Asks again and again until something holds.
	 * @param end until when, in nanoseconds of {@link System#nanoTime()}
	 * @param question asks
	 * @return whether it held in time
	 */
	static boolean until(long end, Question question) throws InterruptedException {
		while (!question.holds()) {
			if (System.nanoTime() > end) {
				return false;
			}
			Thread.sleep(PAUSE.toMillis());
		}
		return true;
	}

	/** Asks once. */
	@FunctionalInterface
	interface Question {

		boolean holds() throws InterruptedException;

	}

}
