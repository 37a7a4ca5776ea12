// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;

import io.github.rediscomponents.support.Utf8;

/**
 * What values of a type consist of: the names and types of their fields, and of the
 * fields of those, down to the types of the Java platform and to 500 types in all. The
 * same on every JVM; another one when a field is added, removed, renamed or changes its
 * type. What an enumeration consists of does not count, because a constant that is not
 * known fails to be read.
 *
 * @since 0.1.0
 */
public final class Shape {

	private static final int MOST = 500;

	private final Set<Class<?>> known = new HashSet<>();

	private final Deque<Class<?>> todo = new ArrayDeque<>();

	private Shape() {
	}

	/**
	 * Returns a number for the shape of a type; for a type of the platform that of its
	 * name.
	 * @param type the type
	 * @return the same number in every process
	 */
	public static int fingerprint(Type type) {
		CRC32 crc = new CRC32();
		crc.update(Utf8.described(describe(type)));
		return (int) crc.getValue();
	}

	static String describe(Type type) {
		Shape shape = new Shape();
		StringBuilder text = new StringBuilder(type.getTypeName());
		shape.visit(type);
		while (!shape.todo.isEmpty()) {
			text.append('\n').append(shape.members(shape.todo.remove()));
		}
		return text.toString();
	}

	private void visit(Type type) {
		if (type instanceof Class<?> one) {
			Class<?> plain = one;
			while (plain.isArray()) {
				plain = plain.getComponentType();
			}
			if (!isPlatform(plain) && !plain.isEnum() && this.known.size() < MOST && this.known.add(plain)) {
				this.todo.add(plain);
			}
		}
		else if (type instanceof ParameterizedType generic) {
			visit(generic.getRawType());
			visitAll(generic.getActualTypeArguments());
		}
		else if (type instanceof GenericArrayType array) {
			visit(array.getGenericComponentType());
		}
		else if (type instanceof WildcardType wildcard) {
			visitAll(wildcard.getUpperBounds());
			visitAll(wildcard.getLowerBounds());
		}
	}

	private void visitAll(Type[] types) {
		for (Type type : types) {
			visit(type);
		}
	}

	private static boolean isPlatform(Class<?> type) {
		return type.isPrimitive() || type.getClassLoader() == null
				|| type.getClassLoader() == ClassLoader.getPlatformClassLoader();
	}

	private String members(Class<?> type) {
		Set<String> members = new TreeSet<>();
		try {
			members.add(renamings(type));
			members.remove("");
			addFields(type, members);
			if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
				addProperties(type, members);
			}
			Type parent = type.getGenericSuperclass();
			if (parent != null && parent != Object.class && parent != Record.class) {
				members.add("extends " + parent.getTypeName());
				visit(parent);
			}
			if (type.isSealed()) {
				for (Class<?> permitted : type.getPermittedSubclasses()) {
					members.add("permits " + permitted.getTypeName());
					visit(permitted);
				}
			}
		}
		catch (RuntimeException | LinkageError ex) {
			// A type that cannot be looked at, such as one of an optional library,
			// counts by its name alone.
			members.clear();
		}
		return type.getTypeName() + members;
	}

	private void addFields(Class<?> type, Set<String> members) {
		for (Field field : type.getDeclaredFields()) {
			if (!field.isSynthetic() && (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
				members.add(field.getName() + ':' + field.getGenericType().getTypeName() + renamings(field));
				visit(field.getGenericType());
			}
		}
	}

	private void addProperties(Class<?> type, Set<String> members) {
		for (Method method : type.getDeclaredMethods()) {
			if (Modifier.isAbstract(method.getModifiers()) && method.getParameterCount() == 0
					&& method.getReturnType() != void.class) {
				members.add(method.getName() + "():" + method.getGenericReturnType().getTypeName());
				visit(method.getGenericReturnType());
			}
		}
	}

	/**
	 * Returns what annotations with a text or a class as their value say, as those do
	 * that give a property another name.
	 */
	private static String renamings(AnnotatedElement element) {
		Set<String> renamings = new TreeSet<>();
		for (Annotation annotation : element.getAnnotations()) {
			try {
				Object value = annotation.annotationType().getMethod("value").invoke(annotation);
				if (value instanceof String text) {
					renamings.add('@' + annotation.annotationType().getName() + '=' + text);
				}
				else if (value instanceof Class<?> type) {
					renamings.add('@' + annotation.annotationType().getName() + '=' + type.getName());
				}
			}
			catch (ReflectiveOperationException | RuntimeException ex) {
				// One without a value, or one that is not accessible, renames nothing.
				continue;
			}
		}
		return renamings.isEmpty() ? "" : renamings.toString();
	}

}
