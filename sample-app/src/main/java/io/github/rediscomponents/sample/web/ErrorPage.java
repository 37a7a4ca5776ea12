// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.io.ClassPathResource;
import org.springframework.web.util.HtmlUtils;

/**
 * The page as the answer of a failed request, for a person who typed a wrong address. The
 * page reads the status from the root element and shows the view for it.
 */
final class ErrorPage {

	static final String TYPE = "text/html;charset=UTF-8";

	/** The header fields that decide between the page and the envelope. */
	static final String VARY = "Sec-Fetch-Mode, Sec-Fetch-Dest";

	private static final String ROOT = "<html ";

	private static final String HEAD = "<head>";

	private static final String PAGE = read();

	private ErrorPage() {
	}

	private static String read() {
		try {
			String page = new ClassPathResource("static/index.html").getContentAsString(StandardCharsets.UTF_8);
			if (!page.contains(ROOT) || !page.contains(HEAD)) {
				throw new IllegalStateException("The page has no root or no head");
			}
			return page;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Fails if the page cannot be read, which it is when this class is used first. */
	static void check() {
		of(HttpServletResponse.SC_NOT_FOUND, "");
	}

	/**
	 * Returns whether a browser asks for a document to show, not a script for data. Paths
	 * under {@code /api} belong to the page of another server.
	 */
	static boolean isWanted(HttpServletRequest request) {
		return "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
				&& "document".equals(request.getHeader("Sec-Fetch-Dest"))
				&& !request.getRequestURI().startsWith("/api/");
	}

	/**
	 * Returns the page for a failed request. Its files are relative to the root of the
	 * application, whatever the address.
	 */
	static String of(int status, HttpServletRequest request) {
		return of(status, request.getContextPath());
	}

	static String of(int status, String contextPath) {
		// The path of a context may have characters that mean something in a pattern or
		// in
		// HTML.
		String page = replaced(PAGE, ROOT, "<html data-status=\"" + status + "\" ");
		return replaced(page, HEAD, "<head>\n\t<base href=\"" + HtmlUtils.htmlEscape(contextPath) + "/\">");
	}

	private static String replaced(String page, String what, String by) {
		int at = page.indexOf(what);
		return page.substring(0, at) + by + page.substring(at + what.length());
	}

}
