// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * An annotation of the components stands where it cannot work, or asks for what cannot
 * be.
 *
 * @since 0.1.0
 */
public final class InvalidAnnotationException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String annotation;

	private final String method;

	private final String reason;

	private final String action;

	/**
	 * Creates the exception.
	 * @param annotation the annotation's type
	 * @param method where it stands
	 * @param reason what is wrong, as the sentence goes on after the method's name
	 * @param action what to do about it, a sentence
	 * @param cause what was thrown, if anything
	 */
	public InvalidAnnotationException(Class<? extends Annotation> annotation, Method method, String reason,
			String action, @Nullable Throwable cause) {
		super("@" + annotation.getSimpleName() + " on " + describe(method) + " " + reason, cause);
		this.annotation = "@" + annotation.getSimpleName();
		this.method = describe(method);
		this.reason = reason;
		this.action = action;
	}

	private static String describe(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName()
				+ Arrays.stream(method.getParameterTypes())
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

	/**
	 * The annotation.
	 * @return its name with the at sign
	 */
	public String annotation() {
		return this.annotation;
	}

	/**
	 * Where the annotation stands.
	 * @return class and method
	 */
	public String method() {
		return this.method;
	}

	/**
	 * What is wrong.
	 * @return how the sentence goes on after the method's name
	 */
	public String reason() {
		return this.reason;
	}

	/**
	 * What to do about it.
	 * @return a sentence
	 */
	public String action() {
		return this.action;
	}

}
