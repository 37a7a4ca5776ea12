// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.springframework.http.HttpStatusCode;

/**
 * Sentences for users about requests that could not be processed.
 */
final class ErrorSentences {

	private ErrorSentences() {
	}

	static String of(HttpStatusCode status) {
		return switch (status.value()) {
			case 400 -> "The request cannot be understood.";
			case 401 -> "Please log in first.";
			case 404 -> "There is nothing at this address.";
			case 405 -> "This address does not take that method.";
			case 406 -> "The answer is JSON, which the client does not accept.";
			case 408 -> "The request took too long to arrive.";
			case 413 -> "The request is too large.";
			case 415 -> "The request's body has to be JSON.";
			case 503 -> "The service is not available right now. Please try again.";
			default -> status.is4xxClientError() ? "The request cannot be understood." : "Something went wrong.";
		};
	}

}
