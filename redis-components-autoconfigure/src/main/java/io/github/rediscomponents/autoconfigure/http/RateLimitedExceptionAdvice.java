// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.Objects;
import java.util.function.Supplier;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import io.github.rediscomponents.ratelimit.RateLimitedException;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * Answers a {@link RateLimitedException} that a controller throws as the filter answers a
 * refused request. A handler of the application takes precedence.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class RateLimitedExceptionAdvice {

	private final Supplier<RateLimiter> limiters;

	RateLimitedExceptionAdvice(Supplier<RateLimiter> limiters) {
		this.limiters = limiters;
	}

	@ExceptionHandler
	ResponseEntity<ProblemDetail> refused(RateLimitedException refusal) {
		RateLimitFields fields = new RateLimitFields();
		fields.add(HttpRateLimitFilter.policy(this.limiters.get(), refusal.policy()), refusal.decision());
		return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
			.header(HttpHeaders.RETRY_AFTER, Long.toString(RateLimitFields.retryAfter(refusal.decision())))
			.header(HttpHeaders.CACHE_CONTROL, "no-store")
			.header("RateLimit-Policy", fields.policyField())
			.header("RateLimit", fields.rateLimitField())
			.body(Problems.quotaExceeded(Objects.requireNonNullElse(fields.violated(), refusal.policy())));
	}

}
