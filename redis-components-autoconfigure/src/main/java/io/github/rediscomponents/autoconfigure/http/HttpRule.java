// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.List;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.web.cors.CorsUtils;
import org.springframework.web.util.pattern.PathPattern;

/**
 * A rule that applies a rate limit policy to the requests that match it.
 *
 * @param paths path patterns; a request matches if one of them does
 * @param methods HTTP methods, empty for all requests except CORS preflights
 * @param policy name of the policy
 * @param subject what identifies the subject of a request
 * @param whenMissing treatment of requests without a subject
 * @param cost permits that a request takes
 */
record HttpRule(List<PathPattern> paths, Set<String> methods, String policy, RequestSubject subject,
		WhenMissing whenMissing, long cost) {

	boolean matches(HttpServletRequest request, RequestTarget target) {
		boolean method = this.methods.isEmpty() ? !CorsUtils.isPreFlightRequest(request) : hasMethod(target.method());
		return method && this.paths.stream().anyMatch(target::matches);
	}

	/**
	 * Returns whether a method is listed. GET includes HEAD, as handlers and servlets of
	 * GET answer both.
	 */
	private boolean hasMethod(String method) {
		return this.methods.contains(method) || method.equals("HEAD") && this.methods.contains("GET");
	}

	/** Returns the subject of a request, or null if the rule does not apply to it. */
	@Nullable String subject(HttpServletRequest request, ClientAddresses addresses) {
		String found = this.subject.of(request, addresses);
		return (found != null || this.whenMissing == WhenMissing.SKIP) ? found : "ip:" + addresses.subject(request);
	}

	/** Treatment of requests without a subject. */
	public enum WhenMissing {

		/** The client address is the subject. */
		IP,

		/** The rule does not apply. */
		SKIP

	}

}
