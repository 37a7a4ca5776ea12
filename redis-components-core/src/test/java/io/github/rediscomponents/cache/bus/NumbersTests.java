// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The numbers of messages, of the process that sends them and of one that hears them.
 */
class NumbersTests {

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final AtomicBoolean learning = new AtomicBoolean();

	private final AtomicInteger gaps = new AtomicInteger();

	private final OwnNumbers own = new OwnNumbers();

	private final HeardNumbers heard = new HeardNumbers(this.timer, this.learning::get, this.gaps::incrementAndGet);

	@AfterEach
	void close() {
		this.timer.shutdownNow();
	}

	@Test
	void aNumberIsSettledWhenAllEarlierOperationsHaveEnded() {
		assertThat(this.own.takeAnnouncement()).isFalse();
		long first = this.own.begin(1);
		long many = this.own.begin(10);
		long last = this.own.begin(1);
		assertThat(List.of(first, many, last)).containsExactly(1L, 2L, 12L);
		assertThat(this.own.settled()).isZero();
		this.own.end(many);
		assertThat(this.own.settled()).isZero();
		this.own.end(first);
		assertThat(this.own.settled()).isEqualTo(11);
		this.own.end(last);
		assertThat(this.own.settled()).isEqualTo(12);
	}

	@Test
	void eachChangeIsAnnouncedTwice() {
		this.own.end(this.own.begin(1));
		assertThat(this.own.takeAnnouncement()).isTrue();
		this.own.end(this.own.begin(1));
		assertThat(this.own.takeAnnouncement()).isTrue();
		assertThat(this.own.takeAnnouncement()).isTrue();
		assertThat(this.own.takeAnnouncement()).isFalse();
	}

	@Test
	void messagesThatComeInAnyOrderLeaveNoGap() throws Exception {
		List<Long> numbers = new ArrayList<>(LongStream.rangeClosed(1, 10_000).boxed().toList());
		Collections.shuffle(numbers, new Random(1));
		numbers.forEach((number) -> this.heard.heard("p", number));
		numbers.forEach((number) -> this.heard.heard("p", number));
		this.heard.announced("p", 10_000);
		afterSettling();
		assertThat(this.gaps).hasValue(0);
	}

	@Test
	void aMissingMessageIsAGapOnceItsSenderAnnouncesIt() {
		LongStream.rangeClosed(1, 100)
			.filter((number) -> number != 50)
			.forEach((number) -> this.heard.heard("p", number));
		this.heard.announced("p", 49);
		assertThat(this.gaps).hasValue(0);
		this.heard.announced("p", 100);
		await().untilAsserted(() -> assertThat(this.gaps).hasValue(1));
		this.heard.heard("p", 101);
		this.heard.announced("p", 101);
		this.heard.announced("other", 0);
		assertThat(this.gaps).hasValue(1);
	}

	@Test
	void aMessageThatIsUnderWayWhenItIsAnnouncedIsNoGap() throws Exception {
		this.heard.heard("p", 1);
		this.heard.announced("p", 2);
		this.heard.heard("p", 2);
		afterSettling();
		assertThat(this.gaps).hasValue(0);
	}

	@Test
	void aProcessThatIsHeardForTheFirstTimeAfterItHasSentIsAGap() {
		this.heard.heard("p", 57);
		this.heard.announced("p", 57);
		await().untilAsserted(() -> assertThat(this.gaps).hasValue(1));
	}

	@Test
	void whatWasSentBeforeAnythingIsCachedIsNoGap() throws Exception {
		this.learning.set(true);
		this.heard.announced("p", 56);
		this.learning.set(false);
		this.heard.heard("p", 57);
		this.heard.announced("p", 57);
		afterSettling();
		assertThat(this.gaps).hasValue(0);
	}

	@Test
	void tooManyMessagesAheadOfAMissingOneAreAGap() {
		LongStream.rangeClosed(2, 100_001).forEach((number) -> this.heard.heard("p", number));
		assertThat(this.gaps).hasValue(0);
		this.heard.heard("p", 100_002);
		assertThat(this.gaps).hasValue(1);
	}

	@Test
	void framesAreReadAsTheyWereWritten() {
		assertThat(Frames.parse(Frames.of('v', "c", "a:b,c"))).isEqualTo(new Frames.Frame('v', "", 0, "c", "a:b,c"));
		assertThat(Frames.parse(Frames.numbered('V', "p1", 42, "c", "a:b,c\u00e4")))
			.isEqualTo(new Frames.Frame('V', "p1", 42, "c", "a:b,c\u00e4"));
		assertThat(Frames.parse(Frames.announced("p1", 42))).isEqualTo(new Frames.Frame('A', "p1", 42, "", ""));
		assertThat(Frames.parse(Frames.hello("p1"))).isEqualTo(new Frames.Frame('H', "p1", 0, "", ""));
	}

	@Test
	void whatIsMalformedIsNoFrame() {
		for (String message : List.of("", "v", "V", "A", "Vp", "Vp,", "Vp,1", "Vp,1,", "Vp,1,c", "Vp,x,c:k", "Ap",
				"Ap,", "Ap,x", "Ap,99999999999999999999", "no colon", ",,,,", ":")) {
			assertThat(Frames.parse(message.getBytes(java.nio.charset.StandardCharsets.UTF_8))).as(message).isNull();
		}
	}

	private void afterSettling() throws Exception {
		// Behind the check on the same thread.
		this.timer.schedule(() -> {
		}, HeardNumbers.SETTLING.plus(Duration.ofMillis(50)).toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
			.get();
	}

}
