// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.bus.OwnNumbers.Announced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The numbers of messages, of the process that sends them and of one that hears them.
 */
class NumbersTests {

	/** Longer than a test. */
	private static final Duration INTERVAL = Duration.ofMinutes(1);

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final AtomicBoolean learning = new AtomicBoolean();

	private final AtomicInteger gaps = new AtomicInteger();

	private final OwnNumbers own = new OwnNumbers();

	private final HeardNumbers heard = new HeardNumbers("own", this.timer, this.learning::get,
			this.gaps::incrementAndGet);

	@AfterEach
	void close() {
		this.timer.shutdownNow();
	}

	@Test
	void aNumberIsSettledWhenAllEarlierOperationsHaveEnded() {
		assertThat(this.own.takeAnnouncement()).isNull();
		long first = this.own.begin(1);
		long many = this.own.begin(10);
		long last = this.own.begin(1);
		assertThat(List.of(first, many, last)).containsExactly(1L, 2L, 12L);
		assertThat(this.own.answer()).isEqualTo(new Announced(0, 12, true));
		this.own.end(many);
		assertThat(this.own.answer()).isEqualTo(new Announced(0, 12, true));
		this.own.end(first);
		assertThat(this.own.answer()).isEqualTo(new Announced(11, 12, true));
		this.own.end(last);
		assertThat(this.own.answer()).isEqualTo(new Announced(12, 12, true));
	}

	@Test
	void eachChangeIsAnnouncedTwice() {
		this.own.end(this.own.begin(1));
		assertThat(this.own.takeAnnouncement()).isEqualTo(new Announced(1, 1, true));
		this.own.end(this.own.begin(1));
		assertThat(this.own.takeAnnouncement()).isEqualTo(new Announced(2, 2, true));
		assertThat(this.own.takeAnnouncement()).isEqualTo(new Announced(2, 2, false));
		assertThat(this.own.takeAnnouncement()).isNull();
	}

	@Test
	void anOperationIsAnnouncedBeforeItsMessagesUnlessAnotherAnnouncementIsToCome() {
		assertThat(this.own.answer()).isNull();
		long first = this.own.begin(3);
		assertThat(this.own.awake()).isEqualTo(new Announced(0, 3, true));
		long second = this.own.begin(1);
		assertThat(this.own.awake()).isNull();
		for (int i = 0; i < 5; i++) {
			assertThat(this.own.takeAnnouncement()).isEqualTo(new Announced(0, 4, true));
		}
		assertThat(this.own.rest()).isNull();
		this.own.end(first);
		this.own.end(second);
		assertThat(this.own.rest()).isEqualTo(new Announced(4, 4, false));
		assertThat(this.own.rest()).isNull();
		assertThat(this.own.takeAnnouncement()).isNull();
		this.own.begin(1);
		assertThat(this.own.awake()).isEqualTo(new Announced(4, 5, true));
	}

	@Test
	void aSenderThatPromisedAnAnnouncementAndIsSilentIsAGapOnce() throws Exception {
		// Due before the promise ends, on the thread that waits for it.
		Future<Integer> early = this.timer.schedule(this.gaps::get, HeardNumbers.SETTLING.toMillis(),
				TimeUnit.MILLISECONDS);
		this.heard.announced("p", 0, 1, 1000);
		this.heard.heard("p", 1, INTERVAL);
		assertThat(early.get()).isZero();
		await().untilAsserted(() -> assertThat(this.gaps).hasValue(1));
		afterSettling();
		assertThat(this.gaps).hasValue(1);
	}

	@Test
	void aSenderWhosePromiseWasLostIsAGapToo() {
		this.heard.heard("p", 1, Duration.ofMillis(50));
		await().untilAsserted(() -> assertThat(this.gaps).hasValue(1));
	}

	@Test
	void aSenderThatRestsMayBeSilent() throws Exception {
		beforeChecks(() -> {
			this.heard.announced("p", 0, 2, 1);
			this.heard.heard("p", 1, INTERVAL);
			this.heard.heard("p", 2, INTERVAL);
			this.heard.announced("p", 2);
		});
		afterSettling();
		assertThat(this.gaps).hasValue(0);
	}

	@Test
	void aSenderThatIsSilentWhileNothingArrivesIsNoGap() throws Exception {
		beforeChecks(() -> {
			this.heard.announced("p", 0, 1, 1);
			this.heard.heard("p", 1, Duration.ofMillis(1));
			// As in an outage, when the last values must stay.
			this.learning.set(true);
		});
		afterSettling();
		this.learning.set(false);
		assertThat(this.gaps).hasValue(0);
		this.heard.announced("p", 1, 2, 1);
		await().untilAsserted(() -> assertThat(this.gaps).hasValue(1));
	}

	@Test
	void thisProcessExpectsNothingOfItself() throws Exception {
		this.heard.announced("own", 0, 1, 1);
		this.heard.heard("own", 1, Duration.ofMillis(1));
		afterSettling();
		assertThat(this.gaps).hasValue(0);
	}

	@Test
	void aRestThatWasAnnouncedBeforeAnOperationBeganIsNone() {
		this.heard.announced("p", 0, 1, 1);
		this.heard.announced("p", 0);
		await().untilAsserted(() -> assertThat(this.gaps).hasValue(1));
	}

	@Test
	void messagesThatComeInAnyOrderLeaveNoGap() throws Exception {
		List<Long> numbers = new ArrayList<>(LongStream.rangeClosed(1, 10_000).boxed().toList());
		Collections.shuffle(numbers, new Random(1));
		numbers.forEach((number) -> this.heard.heard("p", number, INTERVAL));
		numbers.forEach((number) -> this.heard.heard("p", number, INTERVAL));
		this.heard.announced("p", 10_000);
		afterSettling();
		assertThat(this.gaps).hasValue(0);
	}

	@Test
	void aMissingMessageIsAGapOnceItsSenderAnnouncesIt() {
		LongStream.rangeClosed(1, 100)
			.filter((number) -> number != 50)
			.forEach((number) -> this.heard.heard("p", number, INTERVAL));
		this.heard.announced("p", 49);
		assertThat(this.gaps).hasValue(0);
		this.heard.announced("p", 100);
		await().untilAsserted(() -> assertThat(this.gaps).hasValue(1));
		this.heard.heard("p", 101, INTERVAL);
		this.heard.announced("p", 101);
		this.heard.announced("other", 0);
		assertThat(this.gaps).hasValue(1);
	}

	@Test
	void aMessageThatIsUnderWayWhenItIsAnnouncedIsNoGap() throws Exception {
		beforeChecks(() -> {
			this.heard.heard("p", 1, INTERVAL);
			this.heard.announced("p", 2);
			this.heard.heard("p", 2, INTERVAL);
		});
		afterSettling();
		assertThat(this.gaps).hasValue(0);
	}

	@Test
	void aProcessThatIsHeardForTheFirstTimeAfterItHasSentIsAGap() {
		this.heard.heard("p", 57, INTERVAL);
		this.heard.announced("p", 57);
		await().untilAsserted(() -> assertThat(this.gaps).hasValue(1));
	}

	@Test
	void whatWasSentBeforeAnythingIsCachedIsNoGap() throws Exception {
		this.learning.set(true);
		this.heard.announced("p", 56);
		this.learning.set(false);
		this.heard.heard("p", 57, INTERVAL);
		this.heard.announced("p", 57);
		afterSettling();
		assertThat(this.gaps).hasValue(0);
	}

	@Test
	void tooManyMessagesAheadOfAMissingOneAreAGap() {
		LongStream.rangeClosed(2, 100_001).forEach((number) -> this.heard.heard("p", number, INTERVAL));
		assertThat(this.gaps).hasValue(0);
		this.heard.heard("p", 100_002, INTERVAL);
		assertThat(this.gaps).hasValue(1);
	}

	@Test
	void framesAreReadAsTheyWereWritten() {
		assertThat(Frames.parse(Frames.of('v', "c", "a:b,c"))).isEqualTo(new Frames.Frame('v', "", 0, "c", "a:b,c"));
		assertThat(Frames.parse(Frames.numbered('V', "p1", 42, "c", "a:b,c\u00e4")))
			.isEqualTo(new Frames.Frame('V', "p1", 42, "c", "a:b,c\u00e4"));
		assertThat(Frames.parse(Frames.announced("p1", 42))).isEqualTo(new Frames.Frame('A', "p1", 42, "", ""));
		assertThat(Frames.parse(Frames.active("p1", 42, 43, 300)))
			.isEqualTo(new Frames.Frame('M', "p1", 42, 43, 300, "", ""));
		assertThat(Frames.parse(Frames.hello("p1"))).isEqualTo(new Frames.Frame('H', "p1", 0, "", ""));
	}

	@Test
	void whatIsMalformedIsNoFrame() {
		for (String message : List.of("", "v", "V", "A", "Vp", "Vp,", "Vp,1", "Vp,1,", "Vp,1,c", "Vp,x,c:k", "Ap",
				"Ap,", "Ap,x", "Mp", "Mp,1", "Mp,1,2", "Mp,1,2,", "Mp,1,2,x", "Ap,99999999999999999999", "no colon",
				",,,,", ":")) {
			assertThat(Frames.parse(message.getBytes(java.nio.charset.StandardCharsets.UTF_8))).as(message).isNull();
		}
	}

	/** Does something before anything is checked: that is done on the same thread. */
	private void beforeChecks(Runnable action) throws Exception {
		this.timer.submit(action).get();
	}

	private void afterSettling() throws Exception {
		// Behind the check on the same thread.
		this.timer.schedule(() -> {
		}, HeardNumbers.SETTLING.plus(Duration.ofMillis(50)).toMillis(), TimeUnit.MILLISECONDS).get();
	}

}
