// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.springframework.stereotype.Service;

import io.github.rediscomponents.ratelimit.Decision;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RateLimitActivity;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.ratelimit.Reservation;

class RateLimitExamples {

	private final RateLimiter limiter;

	RateLimitExamples(RateLimiter limiter) {
		this.limiter = limiter;
	}

	@Service
	class LoginCodes {

		private final RateLimiter limiter;

		LoginCodes(RateLimiter limiter) {
			this.limiter = limiter;
		}

		void send(String phone) {
			Decision decision = this.limiter.tryAcquire("login-code", phone);
			if (!decision.allowed()) {
				throw new TooManyRequests(decision.retryAfter());
			}
		}

	}

	boolean export(String user, long rows) {
		PolicyLimiter exports = this.limiter.policy("export");
		Decision decision = exports.tryAcquire(user, rows);
		long left = exports.peek(user).remaining();
		exports.reset(user);
		return decision.allowed() && left > 0;
	}

	boolean callPartner() throws InterruptedException {
		PolicyLimiter partner = this.limiter.policy("partner");
		if (!partner.tryAcquire("acme", 1, Duration.ofSeconds(2)).allowed()) {
			return false;
		}
		partner.acquire("acme", 5);
		return true;
	}

	void scheduleCall(PolicyLimiter partner, ScheduledExecutorService timer, Runnable call) {
		Reservation reservation = partner.reserve("acme", 1, Duration.ofMinutes(1));
		if (reservation.allowed()) {
			timer.schedule(call, reservation.delay().toNanos(), TimeUnit.NANOSECONDS);
		}
	}

	boolean giveBack(PolicyLimiter partner, Reservation reservation) {
		boolean free = reservation.cancel();
		boolean refunded = partner.refund("acme", 5);
		return free && refunded;
	}

	CompletionStage<Decision> tenant(String plan, long perSecond, long burst, String tenant) {
		RatePolicy policy = RatePolicy.of("tenant-" + plan, Limit.tokenBucket(perSecond, Duration.ofSeconds(1), burst));
		CompletionStage<Decision> decision = this.limiter.tryAcquireAsync(policy, tenant, 1);
		return decision;
	}

	@SuppressWarnings("serial")
	static class TooManyRequests extends RuntimeException {

		TooManyRequests(Duration retryAfter) {
			super("Retry after " + retryAfter);
		}

	}

	static void refused(RateLimiter limiter) {
		for (RateLimitActivity.Refused one : limiter.activity().refused()) {
			System.out.println(one.policy() + " " + one.key() + " " + one.count());
		}
	}

}
