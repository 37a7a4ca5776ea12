// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

import java.net.URI;
import java.util.List;

/**
 * Problem details (RFC 9457) of refused requests.
 */
final class Problems {

	private static final URI QUOTA_EXCEEDED = URI
		.create("https://iana.org/assignments/http-problem-types#quota-exceeded");

	private static final String TITLE = "Request cannot be satisfied as assigned quota has been exceeded";

	private Problems() {
	}

	static ProblemDetail quotaExceeded(String policy) {
		ProblemDetail problem = ProblemDetail.forStatus(HttpStatus.TOO_MANY_REQUESTS);
		problem.setType(QUOTA_EXCEEDED);
		problem.setTitle(TITLE);
		problem.setProperty("violated-policies", List.of(policy));
		return problem;
	}

	/**
	 * Returns the JSON text. The name of a policy contains no character that JSON
	 * escapes.
	 */
	static String quotaExceededJson(String policy) {
		return "{\"type\":\"" + QUOTA_EXCEEDED + "\",\"title\":\"" + TITLE
				+ "\",\"status\":429,\"violated-policies\":[\"" + policy + "\"]}";
	}

	static String unavailableJson() {
		return "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503}";
	}

}
