// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Thrown if a valid request is refused. The message is a sentence for the user, without
 * data that the user sent.
 */
public final class Refused extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final HttpStatus status;

	private final @Nullable String about;

	/**
	 * Creates a business refusal: HTTP 200 with {@code success=false}.
	 * @param sentence for the user
	 */
	public Refused(String sentence) {
		this(HttpStatus.OK, sentence);
	}

	/**
	 * Creates a business refusal that names an existing object.
	 * @param sentence for the user
	 * @param about id of the object, the data of the answer
	 */
	public Refused(String sentence, String about) {
		this(HttpStatus.OK, sentence, about);
	}

	public Refused(HttpStatus status, String sentence) {
		this(status, sentence, null);
	}

	private Refused(HttpStatus status, String sentence, @Nullable String about) {
		super(sentence, null, false, false);
		this.status = status;
		this.about = about;
	}

	@Nullable String about() {
		return this.about;
	}

	public HttpStatus status() {
		return this.status;
	}

	public String sentence() {
		String message = getMessage();
		return (message != null) ? message : "";
	}

}
