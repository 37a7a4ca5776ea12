// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if an annotation of the components cannot take effect on its method or has
 * invalid attributes.
 *
 * @since 1.0.0
 */
public final class InvalidAnnotationException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String annotation;

	private final String method;

	private final String reason;

	private final String action;

	/**
	 * Creates the exception.
	 * @param annotation type of the annotation
	 * @param method the annotated method
	 * @param reason the rest of the sentence that begins with the name of the method
	 * @param action the suggested action, a sentence
	 * @param cause the cause, may be null
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
	 * Returns the annotation.
	 * @return name of the annotation with the at sign
	 */
	public String annotation() {
		return this.annotation;
	}

	/**
	 * Returns the annotated method.
	 * @return class, name and parameter types
	 */
	public String method() {
		return this.method;
	}

	/**
	 * Returns the reason.
	 * @return the rest of the sentence that begins with the name of the method
	 */
	public String reason() {
		return this.reason;
	}

	/**
	 * Returns the suggested action.
	 * @return a sentence
	 */
	public String action() {
		return this.action;
	}

}
