// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.io.IOException;
import java.util.Set;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 404 for the files of the rush where there is none.
 */
@Component
@Profile("!(default | demo)")
class NoRushFilter extends OncePerRequestFilter {

	private static final Set<String> FILES = Set.of("/js/views/rush.js", "/css/rush.css");

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (FILES.contains(request.getServletPath())) {
			response.sendError(HttpServletResponse.SC_NOT_FOUND);
		}
		else {
			chain.doFilter(request, response);
		}
	}

}
