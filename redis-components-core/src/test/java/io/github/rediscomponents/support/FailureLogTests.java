// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

class FailureLogTests {

	private static final String MESSAGE = "Cannot read queue '{}'";

	private final Logger logger = (Logger) LoggerFactory.getLogger("failure-log-tests");

	private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1000);

	private final FailureLog log = new FailureLog(this.logger, this.now::get);

	@BeforeEach
	void listen() {
		this.lines.start();
		this.logger.addAppender(this.lines);
		this.logger.setAdditive(false);
	}

	@AfterEach
	void stop() {
		this.logger.detachAppender(this.lines);
	}

	@Test
	void logsTheFirstOfAReasonWithItsNameAndItsCause() {
		this.log.warn(new IllegalStateException("gone"), MESSAGE, "mail");
		assertThat(this.lines.list).singleElement().satisfies((line) -> {
			assertThat(line.getLevel()).isEqualTo(Level.WARN);
			assertThat(line.getFormattedMessage()).isEqualTo("Cannot read queue 'mail'");
			assertThat(line.getThrowableProxy().getMessage()).isEqualTo("gone");
		});
	}

	@Test
	void sumsUpRepetitionsAtIntervalsThatGrow() {
		// Every 300 ms for a day.
		for (int i = 0; i < 288_000; i++) {
			this.log.warn(new IllegalStateException("number " + i), MESSAGE, "mail");
			pass(Duration.ofMillis(300));
		}
		// After 0 s, 10 s, 30 s, 70 s ... 5110 s, then each hour.
		assertThat(texts()).hasSize(10 + 22)
			.startsWith("Cannot read queue 'mail'", "Cannot read queue 'mail' (33 times more since the last line)",
					"Cannot read queue 'mail' (66 times more since the last line)")
			.endsWith("Cannot read queue 'mail' (11999 times more since the last line)");
		assertThat(this.lines.list).allSatisfy((line) -> assertThat(line.getThrowableProxy()).isNotNull());
	}

	@Test
	void tellsReasonsApart() {
		for (int i = 0; i < 10; i++) {
			this.log.warn(new IllegalStateException("a"), MESSAGE, "mail");
			this.log.warn(new IllegalStateException("a"), MESSAGE, "sms");
			this.log.warn(new IllegalArgumentException("a"), MESSAGE, "mail");
			this.log.warn(new IllegalStateException("NOPERM no " + i), MESSAGE, "mail");
			this.log.warn(new IllegalStateException("WRONGTYPE of " + i), MESSAGE, "mail");
			this.log.warn(new IllegalStateException("a"), "Another message");
		}
		assertThat(this.lines.list).hasSize(6);
	}

	@Test
	void logsAtOnceAfterAPause() {
		for (int i = 0; i < 5; i++) {
			this.log.warn(new IllegalStateException(), MESSAGE, "mail");
		}
		pass(Duration.ofSeconds(11));
		for (int i = 0; i < 5; i++) {
			this.log.warn(new IllegalStateException(), MESSAGE, "mail");
		}
		assertThat(texts()).containsExactly("Cannot read queue 'mail'",
				"Cannot read queue 'mail' (4 times more since the last line)");
		pass(Duration.ofSeconds(21));
		this.log.warn(new IllegalStateException(), MESSAGE, "mail");
		assertThat(texts()).hasSize(3);
	}

	@Test
	void sumsUpWhatRepeatsMoreSeldomThanTheFirstInterval() {
		// Every 15 s for a day.
		for (int i = 0; i < 5_760; i++) {
			this.log.warn(new IllegalStateException(), MESSAGE, "mail");
			pass(Duration.ofSeconds(15));
		}
		assertThat(texts()).hasSizeBetween(30, 35)
			.startsWith("Cannot read queue 'mail'", "Cannot read queue 'mail'",
					"Cannot read queue 'mail' (1 times more since the last line)");
	}

	@Test
	void beginsAnewAfterALongPause() {
		for (int i = 0; i < 1_000; i++) {
			this.log.warn(new IllegalStateException(), MESSAGE, "mail");
			pass(Duration.ofSeconds(1));
		}
		pass(Duration.ofHours(1));
		int before = this.lines.list.size();
		for (int i = 0; i < 31; i++) {
			this.log.warn(new IllegalStateException(), MESSAGE, "mail");
			pass(Duration.ofSeconds(1));
		}
		// After 0 s, 10 s and 30 s.
		assertThat(this.lines.list).hasSize(before + 3);
	}

	@Test
	void describesExceptionsThatReferToAllEarlierOnes() {
		Exception last = new Exception("first attempt");
		for (int i = 0; i < 60; i++) {
			Exception next = new Exception("attempt", last);
			next.addSuppressed(last);
			last = next;
		}
		Exception known = last;
		assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
			assertThat(FailureLog.describable(known)).isSameAs(known);
			this.log.warn(known, MESSAGE, "mail");
		});
		assertThat(texts()).containsExactly("Cannot read queue 'mail'");
	}

	@Test
	void describesExceptionsThatReferToEachOther() {
		Exception one = new Exception("one");
		Exception other = new Exception("other", one);
		one.addSuppressed(other);
		this.log.warn(one, MESSAGE, "mail");
		assertThat(texts()).containsExactly("Cannot read queue 'mail'");
	}

	@Test
	void keepsABoundedNumberOfReasons() {
		IntStream.range(0, 10_000).forEach((i) -> this.log.warn(new IllegalStateException(), MESSAGE, "queue" + i));
		assertThat(this.lines.list).hasSize(201);
	}

	@ParameterizedTest
	@MethodSource("io.github.rediscomponents.support.HostileException#all")
	void logsWhatCannotBeDescribed(Throwable hostile) {
		this.log.warn(hostile, MESSAGE, "mail");
		assertThat(texts()).containsExactly("Cannot read queue 'mail'");
		assertThat(this.lines.list.get(0).getThrowableProxy().getMessage()).contains(hostile.getClass().getName(),
				"cannot be described");
		assertThat(FailureLog.describe(hostile)).contains(hostile.getClass().getName());
	}

	@ParameterizedTest
	@MethodSource("io.github.rediscomponents.support.HostileException#all")
	void logsForThoseWhoLookForTheReason(Throwable hostile) {
		this.logger.setLevel(Level.DEBUG);
		try {
			FailureLog.debug(this.logger, hostile, MESSAGE, "mail");
			this.logger.setLevel(Level.INFO);
			FailureLog.debug(this.logger, hostile, MESSAGE, "mail");
		}
		finally {
			this.logger.setLevel(null);
		}
		assertThat(texts()).containsExactly("Cannot read queue 'mail'");
		assertThat(this.lines.list.get(0).getThrowableProxy().getMessage()).contains("cannot be described");
	}

	@Test
	void leavesOrdinaryExceptionsAsTheyAre() {
		Exception ordinary = new Exception("a", new IllegalStateException("b"));
		assertThat(FailureLog.describable(ordinary)).isSameAs(ordinary);
	}

	private List<String> texts() {
		return this.lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	private void pass(Duration time) {
		this.now.addAndGet(time.toNanos());
	}

}
