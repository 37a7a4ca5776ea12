// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Serves every path under {@code /api} too, for front ends behind a proxy.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class ApiPrefixFilter extends OncePerRequestFilter {

	private static final String PREFIX = "/api";

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		chain.doFilter(request.getRequestURI().startsWith(PREFIX + "/") ? new Stripped(request) : request, response);
	}

	private static final class Stripped extends HttpServletRequestWrapper {

		Stripped(HttpServletRequest request) {
			super(request);
		}

		@Override
		public String getRequestURI() {
			return super.getRequestURI().substring(PREFIX.length());
		}

		@Override
		public String getServletPath() {
			String path = super.getServletPath();
			return path.startsWith(PREFIX + "/") ? path.substring(PREFIX.length()) : path;
		}

	}

}
