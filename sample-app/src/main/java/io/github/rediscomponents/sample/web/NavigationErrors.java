// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Shows the page instead of the envelope if a browser navigates to an address that fails.
 * The status remains.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class NavigationErrors extends OncePerRequestFilter {

	private static final String WANTED = NavigationErrors.class.getName() + ".wanted";

	@Override
	protected boolean shouldNotFilterErrorDispatch() {
		return false;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		// The address of an error dispatch is another one.
		if (request.getAttribute(WANTED) == null) {
			request.setAttribute(WANTED, ErrorPage.isWanted(request));
		}
		if (!Boolean.TRUE.equals(request.getAttribute(WANTED))) {
			chain.doFilter(request, response);
			return;
		}
		WithoutEnvelope answer = new WithoutEnvelope(response);
		chain.doFilter(request, answer);
		if (answer.failed() && !response.isCommitted()) {
			byte[] page = ErrorPage.of(response.getStatus(), request).getBytes(StandardCharsets.UTF_8);
			response.setContentType(ErrorPage.TYPE);
			response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
			response.setContentLength(page.length);
			response.getOutputStream().write(page);
		}
	}

	/** Omits the body of a failure. */
	private static final class WithoutEnvelope extends HttpServletResponseWrapper {

		WithoutEnvelope(HttpServletResponse response) {
			super(response);
		}

		boolean failed() {
			return getStatus() >= HttpStatus.BAD_REQUEST.value();
		}

		@Override
		public void setContentType(String type) {
			if (!failed()) {
				super.setContentType(type);
			}
		}

		@Override
		public void setContentLength(int length) {
			if (!failed()) {
				super.setContentLength(length);
			}
		}

		@Override
		public void setContentLengthLong(long length) {
			if (!failed()) {
				super.setContentLengthLong(length);
			}
		}

		@Override
		public void setHeader(String name, String value) {
			// The language of the omitted sentence.
			if (!HttpHeaders.CONTENT_LANGUAGE.equals(name)) {
				super.setHeader(name, value);
			}
		}

		@Override
		public void flushBuffer() throws IOException {
			if (!failed()) {
				super.flushBuffer();
			}
		}

		@Override
		public ServletOutputStream getOutputStream() throws IOException {
			return failed() ? new Nowhere() : super.getOutputStream();
		}

		@Override
		public PrintWriter getWriter() throws IOException {
			return failed() ? new PrintWriter(new Nowhere(), false, StandardCharsets.UTF_8) : super.getWriter();
		}

	}

}
