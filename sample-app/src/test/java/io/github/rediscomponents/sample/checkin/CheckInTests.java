// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.checkin;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.LongStream;

import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.sample.fixture.Guide;
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

	private final String token = this.guide.loginAsSomebody();

	private final String user = this.guide.get("/user/me", this.token).data().path("id").asString();

	private final LocalDate today = this.calendar.streak(this.user).day();

	@Test
	void aDayIsSignedOnceHoweverOftenItIsTried() {
		assertThat(streak()).isZero();
		this.guide.post("/user/sign", this.token).assertDone();
		this.guide.post("/user/sign", this.token).assertDone();
		assertThat(streak()).isEqualTo(1);
		assertThat(this.guide.get("/user/sign/count", this.guide.loginAsSomebody()).data().asInt()).isZero();
	}

	@Test
	void theStreakEndsYesterdayWhileTodayIsNotSigned() {
		sign(1, 2, 3, 5);
		assertThat(streak()).isEqualTo(3);
		this.guide.post("/user/sign", this.token).assertDone();
		assertThat(streak()).isEqualTo(4);
	}

	@Test
	void aStreakThatEndedBeforeYesterdayIsOver() {
		sign(2, 3, 4);
		assertThat(streak()).isZero();
	}

	@Test
	void theStreakGoesOnAcrossTheEndsOfMonths() {
		sign(LongStream.rangeClosed(1, 99).toArray());
		assertThat(streak()).isEqualTo(99);
		this.guide.post("/user/sign", this.token).assertDone();
		assertThat(streak()).isEqualTo(100);
	}

	@Test
	void theDaysOfAMonthAreShown() {
		this.guide.post("/user/sign", this.token).assertDone();
		List<JsonNode> days = this.guide.get("/user/sign/days", this.token).list();
		assertThat(days).extracting(JsonNode::asString).containsExactly(this.today.toString());
		String before = this.today.minusMonths(1).toString().substring(0, 7);
		assertThat(this.guide.get("/user/sign/days?month=" + before, this.token).list()).isEmpty();
		this.guide.get("/user/sign/days?month=November", this.token).assertStatus(400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0000-01", "-999999999-01", "%2B999999999-12", "1969-12", "%2B10000-01" })
	void aMonthOfAYearThatMakesNoSenseIsRefused(String month) {
		this.guide.get("/user/sign/days?month=" + month, this.token).assertRefused();
	}

	@Test
	void signingWantsALogin() {
		this.guide.post("/user/sign").assertStatus(401);
		this.guide.get("/user/sign/count").assertStatus(401);
	}

	private int streak() {
		JsonNode days = this.guide.get("/user/sign/count", this.token).data();
		assertThat(days.isInt()).isTrue();
		return days.asInt();
	}

	private void sign(long... daysAgo) {
		for (long days : daysAgo) {
			this.calendar.checkIn(this.user, this.today.minusDays(days));
		}
	}

}
