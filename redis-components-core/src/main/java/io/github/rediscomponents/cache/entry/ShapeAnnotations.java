// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the annotations of one element say about how it is written: those of Jackson with
 * everything that they say, because any of it can change the bytes, or how old ones are
 * read; others with a text or a class as their value, as those have that give a property
 * another name.
 */
final class ShapeAnnotations {

	private final Set<String> texts = new TreeSet<>();

	private final List<Type> types = new ArrayList<>();

	private ShapeAnnotations() {
	}

	static ShapeAnnotations of(AnnotatedElement element) {
		return of(element.getAnnotations());
	}

	static ShapeAnnotations of(Annotation[] annotations) {
		ShapeAnnotations all = new ShapeAnnotations();
		for (Annotation annotation : annotations) {
			try {
				all.add(annotation);
			}
			catch (ReflectiveOperationException | RuntimeException ex) {
				// One without a value, or one that is not accessible, says nothing.
				continue;
			}
		}
		return all;
	}

	boolean areNone() {
		return this.texts.isEmpty();
	}

	/**
	 * Returns the types that they mention, such as subtypes.
	 */
	List<Type> types() {
		return this.types;
	}

	@Override
	public String toString() {
		return areNone() ? "" : this.texts.toString();
	}

	private void add(Annotation annotation) throws ReflectiveOperationException {
		Class<? extends Annotation> type = annotation.annotationType();
		if (type.getName().startsWith("com.fasterxml.jackson.") || type.getName().startsWith("tools.jackson.")) {
			this.texts.add(all(annotation));
			return;
		}
		Object value = type.getMethod("value").invoke(annotation);
		if (value instanceof String || value instanceof Class<?>) {
			this.texts.add('@' + type.getName() + '=' + text(value));
		}
	}

	private String all(Annotation annotation) throws ReflectiveOperationException {
		Set<String> members = new TreeSet<>();
		for (Method member : annotation.annotationType().getDeclaredMethods()) {
			Object value = member.invoke(annotation);
			if (!Objects.deepEquals(value, member.getDefaultValue())) {
				members.add(member.getName() + '=' + text(value));
			}
		}
		return '@' + annotation.annotationType().getName() + members;
	}

	private String text(Object value) throws ReflectiveOperationException {
		if (value instanceof Class<?> type) {
			this.types.add(type);
			return type.getName();
		}
		if (value instanceof Annotation annotation) {
			return all(annotation);
		}
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		if (value.getClass().isArray()) {
			List<String> elements = new ArrayList<>();
			for (int i = 0; i < Array.getLength(value); i++) {
				elements.add(text(Array.get(value, i)));
			}
			return elements.toString();
		}
		return value.toString();
	}

}
