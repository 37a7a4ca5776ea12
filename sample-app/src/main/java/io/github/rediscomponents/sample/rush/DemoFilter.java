// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tells the page that it is one of a demo, which has a rush.
 */
@Component
@DemoOnly
class DemoFilter extends OncePerRequestFilter {

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		response.setHeader("X-Demo", "true");
		chain.doFilter(request, response);
	}

}
