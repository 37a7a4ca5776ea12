// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.List;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.web.cors.CorsUtils;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Which requests a policy holds for, and by what they are told apart.
 *
 * @param paths patterns of which one must match
 * @param methods methods, empty for all but preflights
 * @param policy the policy's name
 * @param subject by what requests are told apart
 * @param whenMissing what to do with requests that have no subject
 * @param cost what a request costs
 */
record HttpRule(List<PathPattern> paths, Set<String> methods, String policy, RequestSubject subject,
		WhenMissing whenMissing, long cost) {

	boolean matches(HttpServletRequest request, RequestTarget target) {
		boolean method = this.methods.isEmpty() ? !CorsUtils.isPreFlightRequest(request) : hasMethod(target.method());
		return method && this.paths.stream().anyMatch(target::matches);
	}

	/** Handlers and servlets of GET answer HEAD, too. */
	private boolean hasMethod(String method) {
		return this.methods.contains(method) || method.equals("HEAD") && this.methods.contains("GET");
	}

	/** Returns the subject of a request, or null if the rule does not hold for it. */
	@Nullable String subject(HttpServletRequest request, ClientAddresses addresses) {
		String found = this.subject.of(request, addresses);
		return (found != null || this.whenMissing == WhenMissing.SKIP) ? found : "ip:" + addresses.subject(request);
	}

	/** What to do with requests that have no subject. */
	public enum WhenMissing {

		/** They are told apart by their address. */
		IP,

		/** The rule does not hold for them. */
		SKIP

	}

}
