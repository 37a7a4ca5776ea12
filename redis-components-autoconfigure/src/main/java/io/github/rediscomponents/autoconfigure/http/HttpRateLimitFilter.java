// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.ratelimit.Decision;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.support.FailureLog;

/**
 * Limits the rate of HTTP requests. Evaluates the rules that match a request in their
 * order and answers 429 as soon as one of them refuses. The permits taken by the rules
 * before it are refunded.
 */
final class HttpRateLimitFilter extends OncePerRequestFilter {

	private static final Logger logger = LoggerFactory.getLogger(HttpRateLimitFilter.class);

	private final Supplier<RateLimiter> limiters;

	private final Supplier<HttpRateLimitSettings> live;

	HttpRateLimitFilter(Supplier<RateLimiter> limiters, Supplier<HttpRateLimitSettings> live) {
		this.limiters = limiters;
		this.live = live;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		HttpRateLimitSettings settings = this.live.get();
		List<Charge> charges = charges(request, settings);
		if (!charges.isEmpty()) {
			String violated;
			try {
				violated = charge(charges, response, settings.responseHeaders());
			}
			catch (RedisUnavailableException ex) {
				logger.debug("Rate limit of an HTTP request could not be evaluated; answering 503",
						FailureLog.describable(ex));
				answer(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, Problems.unavailableJson());
				return;
			}
			if (violated != null) {
				answer(response, 429, Problems.quotaExceededJson(violated));
				return;
			}
		}
		chain.doFilter(request, response);
	}

	private static List<Charge> charges(HttpServletRequest request, HttpRateLimitSettings settings) {
		if (settings.rules().isEmpty()) {
			return List.of();
		}
		RequestTarget target = RequestTarget.of(request);
		List<Charge> charges = new ArrayList<>();
		for (HttpRule rule : settings.rules()) {
			if (rule.matches(request, target)) {
				String subject = rule.subject(request, settings.addresses());
				if (subject != null) {
					charges.add(new Charge(rule, subject));
				}
			}
		}
		return charges;
	}

	/**
	 * Takes the permits of a request and sets the header fields. Returns the name of the
	 * exceeded quota, or null.
	 */
	private @Nullable String charge(List<Charge> charges, HttpServletResponse response, boolean headers) {
		RateLimiter limiter = this.limiters.get();
		RateLimitFields fields = new RateLimitFields();
		String violated = null;
		for (int i = 0; i < charges.size() && violated == null; i++) {
			Charge charge = charges.get(i);
			Decision decision = limiter.tryAcquire(charge.rule().policy(), charge.subject(), charge.rule().cost());
			fields.add(policy(limiter, charge.rule().policy()), decision);
			if (!decision.allowed()) {
				violated = Objects.requireNonNullElse(fields.violated(), charge.rule().policy());
				response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(RateLimitFields.retryAfter(decision)));
				charges.subList(0, i).forEach((earlier) -> giveBack(limiter, earlier));
			}
		}
		if (headers) {
			setHeader(response, "RateLimit-Policy", fields.policyField());
			setHeader(response, "RateLimit", fields.rateLimitField());
		}
		return violated;
	}

	private static void giveBack(RateLimiter limiter, Charge charge) {
		try {
			limiter.refund(charge.rule().policy(), charge.subject(), charge.rule().cost());
		}
		catch (RedisComponentsException ex) {
			logger.debug("Could not refund a refused request to policy '{}'", charge.rule().policy(),
					FailureLog.describable(ex));
		}
	}

	static @Nullable RatePolicy policy(RateLimiter limiter, String name) {
		return limiter.policies().stream().filter((policy) -> policy.name().equals(name)).findFirst().orElse(null);
	}

	private static void setHeader(HttpServletResponse response, String name, String value) {
		if (!value.isEmpty()) {
			response.setHeader(name, value);
		}
	}

	private static void answer(HttpServletResponse response, int status, String json) throws IOException {
		byte[] body = json.getBytes(StandardCharsets.UTF_8);
		response.setStatus(status);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setContentLength(body.length);
		response.getOutputStream().write(body);
	}

	/**
	 * The permits that a request takes under one rule.
	 *
	 * @param rule the rule
	 * @param subject the subject of the request
	 */
	private record Charge(HttpRule rule, String subject) {
	}

}
