// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The answer of every endpoint. Absent parts are omitted from the JSON.
 *
 * @param success whether the request succeeded
 * @param errorMsg a sentence for the user if it did not
 * @param data the requested data
 * @param total number of all elements, for lists that provide it
 * @param <T> the type of the data
 */
public record Envelope<T>(boolean success, @Nullable String errorMsg, @Nullable T data, @Nullable Long total) {

	public static Envelope<Void> ok() {
		return new Envelope<>(true, null, null, null);
	}

	public static <T> Envelope<T> ok(@Nullable T data) {
		return new Envelope<>(true, null, data, null);
	}

	static Envelope<Void> refused(String sentence) {
		return new Envelope<>(false, sentence, null, null);
	}

	/** Returns a refusal as JSON, for answers outside of Spring MVC. */
	static String json(String sentence) {
		return "{\"success\":false,\"errorMsg\":" + JsonMapper.shared().writeValueAsString(sentence) + "}";
	}

}
