// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.net.URI;
import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

/**
 * Refuses actions that another site sends with the browser of a user.
 */
final class RequestGuard {

	/** A form of another site cannot send it, and a script only if CORS permits it. */
	static final String HEADER = "X-Redis-Components-Console";

	private RequestGuard() {
	}

	/**
	 * Returns why a request is refused.
	 * @return null if it is not
	 */
	static @Nullable String refusal(HttpServletRequest request) {
		if (!"1".equals(request.getHeader(HEADER))) {
			return "The header " + HEADER + ": 1 is missing";
		}
		String site = request.getHeader("Sec-Fetch-Site");
		if (site != null) {
			return site.equals("same-origin") ? null : "The request comes from another site";
		}
		String origin = request.getHeader("Origin");
		return (origin == null || isOwn(origin, request)) ? null : "The request comes from another site";
	}

	/** A proxy may have ended TLS, so the scheme does not count. */
	private static boolean isOwn(String origin, HttpServletRequest request) {
		try {
			URI uri = URI.create(origin);
			String host = uri.getHost();
			if (host == null) {
				return false;
			}
			String authority = authority(host, uri.getPort(), uri.getScheme());
			String named = request.getHeader("Host");
			return authority.equals(authority(request.getServerName(), request.getServerPort(), request.getScheme()))
					|| (named != null && isHost(named, host, uri.getPort()));
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static boolean isHost(String header, String host, int port) {
		String expected = (port == -1) ? host : host + ':' + port;
		return header.equalsIgnoreCase(expected);
	}

	private static String authority(String host, int port, @Nullable String scheme) {
		int number = (port != -1) ? port : "https".equals(scheme) ? 443 : 80;
		return host.toLowerCase(Locale.ROOT) + ':' + number;
	}

}
