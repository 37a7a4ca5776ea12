// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What an {@link IdWorker} does wherever it is connected.
 */
@Tag("contract")
@StandaloneClusterAndReplication
@AsUserOfItsRoom
class IdWorkerTests extends TopologyFixture {

	private static final Background BACKGROUND = new Background();

	private final String key = UUID.randomUUID().toString();

	IdWorkerTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void handsOutEachIdOnceHoweverManyThreadsAsk() {
		IdSequence sequence = worker(IdSettings.defaults()).sequence(this.key);
		List<long[]> taken = Concurrently.run(8,
				() -> LongStream.range(0, 100_000).map((i) -> sequence.nextId()).toArray());
		assertThat(taken).allSatisfy(IdWorkerTests::assertIncreasing);
		assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct().count()).isEqualTo(800_000);
	}

	@ParameterizedTest
	@EnumSource
	void neverRepeatsAcrossWorkersInAnyLayout(IdLayout layout) {
		List<IdWorker> workers = List.of(worker(layout), worker(layout), worker(layout), worker(layout));
		List<long[]> taken = Concurrently
			.run(workers.stream().<java.util.concurrent.Callable<long[]>>map((worker) -> () -> take(worker, 20_000))
				.toList());
		assertThat(taken).allSatisfy(IdWorkerTests::assertIncreasing);
		assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct().count()).isEqualTo(80_000);
	}

	@ParameterizedTest
	@EnumSource
	void neverRepeatsAcrossFlushesInAnyLayout(IdLayout layout) {
		IdWorker before = worker(layout);
		long[] first = take(before, 5000);
		server().flushAll();
		// Another process, which knows nothing of what was granted.
		long[] second = take(worker(layout), 5000);
		long[] third = take(before, 5000);
		assertIncreasing(concat(first, third));
		assertThat(concat(first, second, third)).doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@EnumSource
	void takesAnIdApartIntoTheServersTimeAndASequence(IdLayout layout) {
		IdWorker worker = worker(layout);
		Instant earliest = serverTime().truncatedTo(layout.unit().equals(Duration.ofSeconds(1))
				? java.time.temporal.ChronoUnit.SECONDS : java.time.temporal.ChronoUnit.MILLIS);
		long id = worker.nextId(this.key);
		Instant latest = serverTime();
		IdParts parts = worker.parse(id);
		assertThat(parts.instant()).isBetween(earliest, latest);
		assertThat(parts.sequence()).isBetween(0L, layout.size() - 1);
		Duration sinceEpoch = Duration.between(IdSettings.defaults().epoch(), parts.instant());
		assertThat(id).isEqualTo((sinceEpoch.dividedBy(layout.unit()) << layout.sequenceBits()) + parts.sequence());
	}

	@Test
	void keepsJavaScriptSafeIdsBelowTwoToThe53() {
		assertThat(LongStream.of(take(worker(IdLayout.JS_SAFE), 10_000))).allMatch((id) -> id > 0 && id < 1L << 53);
	}

	@Test
	void goesOnIntoTheNextMillisecondWhenASequenceIsUsedUp() {
		IdWorker worker = worker(IdLayout.JS_SAFE);
		Instant begin = serverTime();
		long[] ids = worker.nextIds(this.key, 200_000);
		Instant end = serverTime();
		assertIncreasing(ids);
		Instant first = worker.parse(ids[0]).instant();
		Instant last = worker.parse(ids[ids.length - 1]).instant();
		// 200,000 ids fill 49 sequences of 4096, and none may lie before or after its
		// time.
		assertThat(first).isAfterOrEqualTo(begin.truncatedTo(java.time.temporal.ChronoUnit.MILLIS));
		assertThat(last).isBeforeOrEqualTo(end);
		assertThat(Duration.between(first, last).toMillis()).isGreaterThanOrEqualTo(48);
	}

	@Test
	void sharesTheSequencesOfAMillisecondBetweenWorkersThatAllWantMore() {
		List<long[]> taken = Concurrently.run(4, () -> worker(IdLayout.JS_SAFE).nextIds(this.key, 100_000));
		assertThat(taken).allSatisfy(IdWorkerTests::assertIncreasing);
		assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct().count()).isEqualTo(400_000);
	}

	@Test
	void givesManyIdsInOneCall() {
		IdWorker worker = worker(IdSettings.defaults());
		long before = worker.nextId(this.key);
		long[] ids = worker.nextIds(this.key, 1 << 20);
		long after = worker.nextId(this.key);
		assertThat(ids).hasSize(1 << 20);
		assertIncreasing(concat(new long[] { before }, ids, new long[] { after }));
	}

	@Test
	void countsEachKeyOnItsOwnAndKnowsADefaultOne() {
		IdWorker worker = worker(IdSettings.defaults().withMaxAge(Duration.ofMinutes(1)));
		assertThat(worker.sequence(this.key)).isSameAs(worker.sequence(this.key));
		assertThat(worker.sequence(this.key).key()).isEqualTo(this.key);
		long first = worker.nextId();
		assertThat(worker.nextId(IdWorker.DEFAULT_KEY)).isEqualTo(first + 1);
		assertThat(worker.nextIds(this.key + "-other", 2)).hasSize(2);
	}

	@Test
	void asksRedisOnceForABlockAndNotForAnId() {
		IdWorker worker = worker(IdSettings.defaults().withBlocks(1000, 1000).withMaxAge(Duration.ofMinutes(1)));
		worker.nextId(this.key);
		server().resetStats();
		take(worker, 450);
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
		take(worker, 60);
		await().untilAsserted(() -> assertThat(server().commandCalls().get("evalsha")).isEqualTo(1));
		assertThat(server().commandCalls().getOrDefault("eval", 0L)).isZero();
	}

	@Test
	void throwsAwayABlockThatIsTooOld() {
		IdWorker worker = worker(IdSettings.defaults().withMaxAge(Duration.ofMillis(50)));
		long first = worker.nextId(this.key);
		await().pollInterval(Duration.ofMillis(60)).until(() -> worker.nextId(this.key) > first + 1000);
		long late = worker.nextId(this.key);
		assertThat(worker.parse(late).instant()).isAfter(worker.parse(first).instant());
	}

	@Test
	void keepsIdsOfTwoWorkersInTheOrderOfTimeToWithinTheMaximumAge() {
		IdSettings settings = IdSettings.defaults().withMaxAge(Duration.ofMillis(20));
		IdWorker one = worker(settings);
		IdWorker other = worker(settings);
		for (int i = 0; i < 20; i++) {
			long early = one.nextId(this.key);
			long serverMillis = serverTime().toEpochMilli();
			await().pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> serverTime().toEpochMilli() > serverMillis + 150);
			assertThat(other.nextId(this.key)).isGreaterThan(early);
		}
	}

	@Test
	void goesOnAfterTheServerForgotItsScripts() {
		IdWorker worker = worker(IdSettings.defaults().withBlocks(10, 10));
		long[] before = take(worker, 100);
		server().scriptFlush();
		assertIncreasing(concat(before, take(worker, 100)));
	}

	@Test
	void refusesAnEpochInTheServersFuture() {
		Instant epoch = serverTime().plus(Duration.ofDays(1)).truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
		IdWorker worker = worker(IdSettings.defaults().withEpoch(epoch));
		assertThatExceptionOfType(IdSpaceException.class).isThrownBy(() -> worker.nextId(this.key))
			.withMessageContaining("id.epoch")
			.satisfies((ex) -> assertThat(ex.epoch()).isEqualTo(epoch))
			.satisfies((ex) -> assertThat(ex.serverTime()).isBefore(epoch))
			.satisfies((ex) -> assertThat(ex.expiresAt()).isEqualTo(worker.expiresAt()));
	}

	@ParameterizedTest
	@EnumSource
	void followsChangedBlockSizesButNoChangedLayout(IdLayout layout) {
		LiveSettings<IdSettings> settings = new LiveSettings<>(IdSettings.defaults().withBlocks(5, 5));
		IdWorker worker = IdWorker.create(port(), new KeySpace("test"), settings, BACKGROUND);
		long first = worker.nextId(this.key);
		settings.swap(IdSettings.defaults().withLayout(layout).withBlocks(10_000, 10_000));
		long[] ids = worker.nextIds(this.key, 20_000);
		assertIncreasing(concat(new long[] { first }, ids));
		assertThat(worker.expiresAt()).isEqualTo(IdSettings.defaults().expiresAt());
		assertThat(worker.parse(ids[0]).instant()).isBetween(worker.parse(first).instant(), serverTime());
	}

	@Test
	void checksArgumentsBeforeAnythingIsSent() {
		IdWorker worker = worker(IdSettings.defaults());
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> worker.nextIds(this.key, 0))
			.withMessageStartingWith("n ");
		assertThatIllegalArgumentException().isThrownBy(() -> worker.nextIds(this.key, (1 << 20) + 1))
			.withMessageStartingWith("n ");
		assertThatIllegalArgumentException().isThrownBy(() -> worker.nextId("")).withMessageStartingWith("key ");
		assertThatIllegalArgumentException().isThrownBy(() -> worker.nextId("x".repeat(513)))
			.withMessageStartingWith("key ");
		assertThatIllegalArgumentException().isThrownBy(() -> worker.parse(-1)).withMessageStartingWith("id ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	private IdWorker worker(IdLayout layout) {
		return worker(IdSettings.defaults().withLayout(layout));
	}

	private IdWorker worker(IdSettings settings) {
		return IdWorker.create(port(), new KeySpace("test"), new LiveSettings<>(settings), BACKGROUND);
	}

	private long[] take(IdWorker worker, int n) {
		IdSequence sequence = worker.sequence(this.key);
		return LongStream.range(0, n).map((i) -> sequence.nextId()).toArray();
	}

	private Instant serverTime() {
		String redisKey = new KeySpace("test").key("id", this.key);
		List<?> time = (List<?>) server().masterFor(redisKey).command("TIME");
		assertThat(time).isNotNull();
		return Instant.ofEpochSecond(Long.parseLong((String) time.get(0)), Long.parseLong((String) time.get(1)) * 1000);
	}

	static void assertIncreasing(long[] ids) {
		for (int i = 1; i < ids.length; i++) {
			assertThat(ids[i]).as("id %d", i).isGreaterThan(ids[i - 1]);
		}
	}

	static long[] concat(long[]... parts) {
		return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
	}

}
