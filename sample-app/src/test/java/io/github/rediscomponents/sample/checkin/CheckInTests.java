// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.checkin;

import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.OneDay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Signing in once a day.
 */
class CheckInTests {

	private final Guide guide = Guide.shared();

	private final CheckIns calendar = this.guide.bean(DayBitmap.class).checkIns("daily");

	@Test
	void aDayIsSignedOnceHoweverOftenItIsTried() {
		inOneDay((person) -> {
			assertThat(person.streak()).isZero();
			person.signsIn();
			person.signsIn();
			assertThat(person.streak()).isEqualTo(1);
		});
		assertThat(this.guide.get("/user/sign/count", this.guide.loginAsSomebody()).data().asInt()).isZero();
	}

	@Test
	void theStreakEndsYesterdayWhileTodayIsNotSigned() {
		inOneDay((person) -> {
			person.signed(1, 2, 3, 5);
			assertThat(person.streak()).isEqualTo(3);
			person.signsIn();
			assertThat(person.streak()).isEqualTo(4);
		});
	}

	@Test
	void aStreakThatEndedBeforeYesterdayIsOver() {
		inOneDay((person) -> {
			person.signed(2, 3, 4);
			assertThat(person.streak()).isZero();
		});
	}

	@Test
	void theStreakGoesOnAcrossTheEndsOfMonths() {
		inOneDay((person) -> {
			person.signed(LongStream.rangeClosed(1, 99).toArray());
			assertThat(person.streak()).isEqualTo(99);
			person.signsIn();
			assertThat(person.streak()).isEqualTo(100);
		});
	}

	@Test
	void theDaysOfAMonthAreShown() {
		inOneDay((person) -> {
			person.signsIn();
			assertThat(person.days("")).extracting(JsonNode::asString).containsExactly(person.today.toString());
			String before = person.today.minusMonths(1).toString().substring(0, 7);
			assertThat(person.days("?month=" + before)).isEmpty();
		});
		this.guide.get("/user/sign/days?month=November", this.guide.loginAsSomebody()).assertStatus(400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0000-01", "-999999999-01", "%2B999999999-12", "1969-12", "%2B10000-01" })
	void aMonthOfAYearThatMakesNoSenseIsRefused(String month) {
		this.guide.get("/user/sign/days?month=" + month, this.guide.loginAsSomebody()).assertRefused();
	}

	@Test
	void signingWantsALogin() {
		this.guide.post("/user/sign").assertStatus(401);
		this.guide.get("/user/sign/count").assertStatus(401);
	}

	private void inOneDay(Consumer<Person> test) {
		OneDay.run(() -> this.calendar.streak("anybody").day(), (today) -> test.accept(new Person(today)));
	}

	/** Somebody new. */
	private final class Person {

		private final LocalDate today;

		private final String token = CheckInTests.this.guide.loginAsSomebody();

		Person(LocalDate today) {
			this.today = today;
		}

		void signsIn() {
			CheckInTests.this.guide.post("/user/sign", this.token).assertDone();
		}

		int streak() {
			JsonNode days = CheckInTests.this.guide.get("/user/sign/count", this.token).data();
			assertThat(days.isInt()).isTrue();
			return days.asInt();
		}

		List<JsonNode> days(String month) {
			return CheckInTests.this.guide.get("/user/sign/days" + month, this.token).list();
		}

		void signed(long... daysAgo) {
			String user = CheckInTests.this.guide.get("/user/me", this.token).data().path("id").asString();
			for (long days : daysAgo) {
				CheckInTests.this.calendar.checkIn(user, this.today.minusDays(days));
			}
		}

	}

}
