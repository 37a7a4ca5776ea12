package io.github.rediscomponents.sample.web;

import org.springframework.http.HttpStatus;

/**
 * The request was understood and is not done. The message is a sentence for the user,
 * without anything that the user sent.
 */
public final class Refused extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final HttpStatus status;

	/**
	 * A business refusal: HTTP 200 with {@code success=false}.
	 * @param sentence for the user
	 */
	public Refused(String sentence) {
		this(HttpStatus.OK, sentence);
	}

	public Refused(HttpStatus status, String sentence) {
		super(sentence, null, false, false);
		this.status = status;
	}

	public HttpStatus status() {
		return this.status;
	}

	public String sentence() {
		String message = getMessage();
		return (message != null) ? message : "";
	}

}
