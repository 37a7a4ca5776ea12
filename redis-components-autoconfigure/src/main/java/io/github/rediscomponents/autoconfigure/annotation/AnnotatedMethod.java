// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringValueResolver;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;
import io.github.rediscomponents.support.Checks;

/**
 * An annotated method. Converts the attributes of the annotation and creates the
 * exceptions for invalid ones.
 *
 * @param annotation the annotation's type
 * @param method the method that runs
 * @param declared the method that carries the annotation, possibly of an interface
 * @param resolver resolves placeholders
 * @since 1.0.0
 */
public record AnnotatedMethod(Class<? extends Annotation> annotation, Method method, Method declared,
		StringValueResolver resolver) {

	public String text(String attribute, String value) {
		String resolved;
		try {
			resolved = this.resolver.resolveStringValue(value);
		}
		catch (IllegalArgumentException ex) {
			throw refuse(attribute + " cannot be resolved: " + ex.getMessage(), ex);
		}
		// Without a placeholder configurer the resolver leaves unknown placeholders in
		// place.
		check(resolved == null || !resolved.contains("${"), attribute + " cannot be resolved: " + resolved);
		return (resolved != null) ? resolved.strip() : "";
	}

	@Nullable Duration duration(String attribute, String value) {
		String text = text(attribute, value);
		if (text.isEmpty()) {
			return null;
		}
		try {
			return DurationStyle.detectAndParse(text);
		}
		catch (IllegalArgumentException ex) {
			throw refuse(attribute + " must be a duration such as 2s or 500ms, was '" + text + "'", ex);
		}
	}

	KeyExpression expression(String attribute, String value) {
		return KeyExpression.parse(this, attribute, text(attribute, value));
	}

	@Nullable KeyExpression expressionIfAny(String attribute, String value) {
		return value.isBlank() ? null : expression(attribute, value);
	}

	public void check(boolean condition, String refusal) {
		if (!condition) {
			throw refuse(refusal, null);
		}
	}

	/**
	 * Runs a conversion and translates its {@link IllegalArgumentException}, as
	 * {@link Checks} throw it.
	 */
	public <T> T checked(java.util.function.Supplier<T> conversion) {
		try {
			return conversion.get();
		}
		catch (IllegalArgumentException ex) {
			throw refuse("is not valid: " + ex.getMessage(), ex);
		}
	}

	public InvalidAnnotationException refuse(String reason, @Nullable Throwable cause) {
		return refuse(reason, "Correct the annotation's attributes.", cause);
	}

	public InvalidAnnotationException refuse(String reason, String action, @Nullable Throwable cause) {
		return new InvalidAnnotationException(this.annotation, this.declared, reason, action, cause);
	}

}
