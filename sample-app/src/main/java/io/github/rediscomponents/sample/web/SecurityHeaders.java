// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Adds headers that make browsers keep the content type of an answer, show no page in a
 * frame, and run only scripts that are files of this application.
 */
@Component
class SecurityHeaders extends OncePerRequestFilter {

	private static final String POLICY = "script-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; "
			+ "frame-ancestors 'none'";

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		addTo(response);
		chain.doFilter(request, response);
	}

	static void addTo(HttpServletResponse response) {
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("X-Frame-Options", "DENY");
		response.setHeader("Referrer-Policy", "same-origin");
		response.setHeader("Content-Security-Policy", POLICY);
	}

}
