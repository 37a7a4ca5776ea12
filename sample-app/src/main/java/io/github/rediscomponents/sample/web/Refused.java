// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;

/**
 * Thrown if a valid request is refused. Names a sentence of {@link Sentences} for the
 * user, without data that the user sent.
 */
public final class Refused extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final HttpStatus status;

	private final String key;

	private final String[] arguments;

	private @Nullable String about;

	/**
	 * Creates a business refusal: HTTP 200 with {@code success=false}.
	 * @param key of the sentence for the user
	 * @param arguments of the sentence; a key of a sentence stands for that sentence
	 */
	public Refused(String key, String... arguments) {
		this(HttpStatus.OK, key, arguments);
	}

	/**
	 * Creates a refusal with a status.
	 * @param status of the answer
	 * @param key of the sentence for the user
	 * @param arguments of the sentence; a key of a sentence stands for that sentence
	 */
	public Refused(HttpStatus status, String key, String... arguments) {
		super(key, null, false, false);
		this.status = status;
		this.key = key;
		this.arguments = arguments.clone();
	}

	/** Returns a refusal with a status and the sentence of that status. */
	public static Refused as(HttpStatus status) {
		return new Refused(status, Sentences.key(status));
	}

	/**
	 * Names an existing object.
	 * @param id of the object, the data of the answer
	 */
	public Refused about(String id) {
		this.about = id;
		return this;
	}

	@Nullable String about() {
		return this.about;
	}

	public HttpStatus status() {
		return this.status;
	}

	String key() {
		return this.key;
	}

	List<String> arguments() {
		return List.of(this.arguments);
	}

	/** Returns the sentence in English. */
	@Override
	public String getMessage() {
		return Sentences.english(this.key, arguments());
	}

}
