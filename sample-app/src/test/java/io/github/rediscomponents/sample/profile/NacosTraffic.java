// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Users who read the latest activities, and users who upload until they are refused, all
 * the time. Each upload is by a user without earlier uploads, so that how many were
 * admitted is the limit.
 */
final class NacosTraffic implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int ATTEMPTS = 12;

	private static final int FIRST_USER = 100_000;

	private static final int USERS = 50_000;

	private static final AtomicLong NEXT_USER = new AtomicLong(FIRST_USER);

	private final Guide guide;

	private final ExecutorService threads = Executors.newFixedThreadPool(4);

	private final List<List<Integer>> lengths = List.of(new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());

	private final List<List<Integer>> limits = List.of(new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());

	private final List<Future<?>> running;

	private volatile boolean stopped;

	NacosTraffic(Guide guide, int length, int limit) {
		this.guide = guide;
		this.running = List.of(this.threads.submit(() -> read(this.lengths.get(0))),
				this.threads.submit(() -> read(this.lengths.get(1))),
				this.threads.submit(() -> upload(this.limits.get(0))),
				this.threads.submit(() -> upload(this.limits.get(1))));
		await().atMost(PATIENCE).until(() -> sees(length, limit));
	}

	private void read(List<Integer> seen) {
		while (!this.stopped) {
			seen.add(this.guide.get("/activity/latest").list().size());
		}
	}

	private void upload(List<Integer> seen) {
		while (!this.stopped) {
			seen.add(uploadsOfSomebody(this.guide));
		}
	}

	/** How many uploads of a new user are admitted. Any other answer is a failure. */
	static int uploadsOfSomebody(Guide guide) {
		String token = guide.tokenOf(NEXT_USER.incrementAndGet());
		String body = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nGIF89a--------\r\n--x--\r\n";
		int admitted = 0;
		for (int i = 0; i < ATTEMPTS; i++) {
			Answer answer = guide.send(guide.request("/upload/blog", token)
				.header("Content-Type", "multipart/form-data; boundary=x")
				.POST(BodyPublishers.ofString(body, StandardCharsets.ISO_8859_1)));
			if (answer.succeeded()) {
				admitted++;
			}
			else {
				assertThat(answer.assertRefused().sentence()).startsWith("Too many pictures at once.");
			}
		}
		return admitted;
	}

	/** Adds users of its own to the database. */
	static void makeUsers(Guide guide) {
		guide.bean(JdbcClient.class).sql("""
				INSERT INTO tb_user (id, account, nick_name, icon, create_time)
				SELECT ? + x, CONCAT('traffic', x, '@example.com'), 'traffic', '', LOCALTIMESTAMP(3)
				FROM SYSTEM_RANGE(1, ?)""").params(FIRST_USER, USERS).update();
	}

	static void fillActivities(Guide guide, int count) {
		String token = guide.tokenOf(1);
		for (int i = 0; i < count; i++) {
			guide.post("/blog", token, "{\"title\":\"Post\",\"content\":\"Text\",\"images\":\"\",\"shopId\":1}")
				.assertDone();
		}
	}

	/** Returns whether all instances have these settings now. */
	boolean sees(int length, int limit) {
		return this.lengths.stream().allMatch((seen) -> last(seen) == length)
				&& this.limits.stream().allMatch((seen) -> last(seen) == limit);
	}

	private static int last(List<Integer> seen) {
		return seen.isEmpty() ? -1 : seen.get(seen.size() - 1);
	}

	/** Waits until all instances have shown the present settings several times. */
	void awaitMore() {
		int reads = this.lengths.stream().mapToInt(List::size).min().orElseThrow();
		int users = this.limits.stream().mapToInt(List::size).min().orElseThrow();
		await().atMost(PATIENCE)
			.until(() -> this.lengths.stream().allMatch((seen) -> seen.size() >= reads + 10)
					&& this.limits.stream().allMatch((seen) -> seen.size() >= users + 3));
	}

	void stop() {
		this.stopped = true;
		this.running.forEach((thread) -> {
			try {
				thread.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			}
			catch (Exception ex) {
				throw new AssertionError("A request failed", ex);
			}
		});
	}

	/**
	 * Checks that only published settings were seen, in their order. Only a user whose
	 * uploads span a change may have had a number between the two limits.
	 */
	void assertOnlyPublishedValuesWereSeen(int[] publishedLengths, int[] publishedLimits) {
		for (List<Integer> seen : this.lengths) {
			assertThat(steps(seen)).containsExactlyElementsOf(list(publishedLengths));
		}
		for (List<Integer> seen : this.limits) {
			List<Integer> whole = seen.stream().filter(list(publishedLimits)::contains).toList();
			assertThat(steps(whole)).containsExactlyElementsOf(list(publishedLimits));
			assertThat(seen).isSorted();
			assertThat(seen.size() - whole.size()).as("users between two limits: %s", seen)
				.isLessThanOrEqualTo(publishedLimits.length - 1);
		}
	}

	/** How often each value was seen. */
	String summary() {
		Map<Integer, Integer> reads = new TreeMap<>();
		Map<Integer, Integer> users = new TreeMap<>();
		this.lengths.forEach((seen) -> seen.forEach((length) -> reads.merge(length, 1, Integer::sum)));
		this.limits.forEach((seen) -> seen.forEach((limit) -> users.merge(limit, 1, Integer::sum)));
		return "reads by length of the list " + reads + ", users by admitted uploads " + users;
	}

	private static List<Integer> steps(List<Integer> seen) {
		return IntStream.range(0, seen.size())
			.filter((i) -> i == 0 || !seen.get(i).equals(seen.get(i - 1)))
			.mapToObj(seen::get)
			.toList();
	}

	private static List<Integer> list(int[] values) {
		return Arrays.stream(values).boxed().toList();
	}

	@Override
	public void close() {
		this.stopped = true;
		this.threads.shutdown();
	}

}
