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

/**
 * Lets requests pass as far as the policies of the rules that match them admit, and
 * answers the others with 429. Rules are asked in their order until one refuses; what
 * those before it have charged is given back.
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
				logger.debug("Redis could not be asked and the policy says that this fails", ex);
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

	/** Returns the quota that was exceeded, or null. */
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
			logger.debug("A refused request stays charged under policy {}", charge.rule().policy(), ex);
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
	 * What a request is to be charged.
	 *
	 * @param rule the rule that says so
	 * @param subject that was refused
	 */
	private record Charge(HttpRule rule, String subject) {
	}

}
