// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Looks up the token of every request that has one, also on public paths, so that
 * browsing keeps a login alive. Stores the user in the request only; no state remains on
 * the thread.
 */
@Component
class LoginFilter extends OncePerRequestFilter {

	static final String HEADER = "authorization";

	static final String USER = LoginFilter.class.getName() + ".user";

	static final String UNKNOWN = LoginFilter.class.getName() + ".unknown";

	private final Logins logins;

	private final RedisWatch redis;

	LoginFilter(Logins logins, RedisWatch redis) {
		this.logins = logins;
		this.redis = redis;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String token = request.getHeader(HEADER);
		if (token != null && !token.isBlank()) {
			try {
				this.logins.renew(token).ifPresent((user) -> request.setAttribute(USER, user));
				this.redis.answered();
			}
			catch (RedisComponentsException ex) {
				// A public page must not fail because the login cannot be read.
				this.redis.failed("Cannot look up logins", ex);
				request.setAttribute(UNKNOWN, true);
			}
		}
		chain.doFilter(request, response);
	}

}
