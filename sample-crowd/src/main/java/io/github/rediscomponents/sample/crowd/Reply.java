// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import java.util.List;
import java.util.stream.StreamSupport;

import tools.jackson.databind.JsonNode;

/**
 * What came of a request.
 *
 * @param call the request
 * @param status the HTTP status, or 0 when there was no answer
 * @param body the answer as JSON, or missing
 * @param problem why there was no answer that could be understood, or empty
 * @param began when it was sent, in nanoseconds of {@link System#nanoTime()}
 * @param took how long it took, in nanoseconds
 * @since 1.0.0
 */
public record Reply(Call call, int status, JsonNode body, String problem, long began, long took) {

	private static final int OK = 200;

	/** Whether the request was done. */
	public boolean done() {
		return clear() && this.body.path("success").asBoolean();
	}

	/** Whether the request was understood and not done, with a sentence. */
	public boolean refused() {
		return clear() && !this.body.path("success").asBoolean();
	}

	/** Whether the answer says that the request was done, or that it was not. */
	public boolean clear() {
		return this.status == OK && this.body.path("success").isBoolean();
	}

	public String sentence() {
		return this.body.path("errorMsg").asString("");
	}

	/**
	 * The data of a request that has to succeed.
	 * @return the data, missing if there is none
	 * @throws UnusableGuideException if it was not done
	 */
	public JsonNode data() {
		if (!clear()) {
			throw new UnclearReplyException(this + " was expected to be done");
		}
		if (!done()) {
			throw new UnusableGuideException(this + " was expected to be done");
		}
		return this.body.path("data");
	}

	/**
	 * The data of a request that has to succeed and to answer with a list.
	 * @return the elements
	 * @throws UnusableGuideException if it was not done
	 */
	public List<JsonNode> list() {
		return StreamSupport.stream(data().spliterator(), false).toList();
	}

	@Override
	public String toString() {
		return this.call + ": " + ((this.status == 0) ? "no answer, " + this.problem : "HTTP " + this.status) + " "
				+ sentence();
	}

}
