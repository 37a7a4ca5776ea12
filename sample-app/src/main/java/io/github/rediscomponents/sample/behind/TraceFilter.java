// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Counts from the first filter to the last.
 */
class TraceFilter extends OncePerRequestFilter {

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		Trace.begin();
		try {
			chain.doFilter(request, response);
		}
		finally {
			Trace.end();
		}
	}

}
