// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;

import io.github.rediscomponents.support.Utf8;

/**
 * What values of a type consist of: the names and types of their fields, getters and
 * setters, and of those of the types of these, down to the types of the Java platform and
 * to 500 types in all. The same on every JVM, and whatever the order of the members is in
 * the source; another one when a member is added, removed, renamed or changes its type,
 * or when an annotation writes it in another way. The constants of an enumeration are
 * members of it, because a release that lacks one cannot read it.
 *
 * @since 1.0.0
 */
public final class Shape {

	private static final int MOST = 500;

	private final Set<Type> known = new HashSet<>();

	private final Deque<Class<?>> todo = new ArrayDeque<>();

	private int types;

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
			if (!isPlatform(plain) && this.types < MOST && this.known.add(plain)) {
				this.types++;
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
		else if (type instanceof TypeVariable<?> variable && this.known.add(variable)) {
			// A bound may mention its own variable.
			visitAll(variable.getBounds());
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
		SortedMap<String, List<Type>> members = new TreeMap<>();
		try {
			add("", ShapeAnnotations.of(type), members);
			members.remove("");
			addFields(type, members);
			addMethods(type, members);
			addConstructors(type, members);
			addRelatives(type, members);
		}
		catch (RuntimeException | LinkageError ex) {
			// A type that cannot be looked at, such as one of an optional library,
			// counts by its name alone.
			members.clear();
		}
		// Not as they come: reflection promises no order.
		members.values().forEach((types) -> types.forEach(this::visit));
		return type.getTypeName() + members.keySet();
	}

	private static void add(String member, ShapeAnnotations annotations, SortedMap<String, List<Type>> members,
			Type... types) {
		List<Type> all = new ArrayList<>(Arrays.asList(types));
		all.addAll(annotations.types());
		members.put(member + annotations, all);
	}

	private static void addFields(Class<?> type, SortedMap<String, List<Type>> members) {
		for (Field field : type.getDeclaredFields()) {
			if (field.isEnumConstant()) {
				add(field.getName(), ShapeAnnotations.of(field), members);
			}
			else if (!field.isSynthetic() && (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
				add(field.getName() + ':' + field.getGenericType().getTypeName(), ShapeAnnotations.of(field), members,
						field.getGenericType());
			}
		}
	}

	/**
	 * Adds the methods that stand for properties: those of types without fields, getters
	 * and setters, and whatever is annotated.
	 */
	private static void addMethods(Class<?> type, SortedMap<String, List<Type>> members) {
		for (Method method : type.getDeclaredMethods()) {
			if (method.isSynthetic()) {
				continue;
			}
			boolean isProperty = method.getParameterCount() == 0 && method.getReturnType() != void.class
					&& (Modifier.isAbstract(method.getModifiers()) || isAccessor(method, "get")
							|| isAccessor(method, "is"));
			boolean isSetter = method.getParameterCount() == 1 && isAccessor(method, "set");
			ShapeAnnotations annotations = ShapeAnnotations.of(method);
			if (isProperty) {
				add(method.getName() + "():" + method.getGenericReturnType().getTypeName(), annotations, members,
						method.getGenericReturnType());
			}
			else if (isSetter || !annotations.areNone()) {
				add(method.getName() + parameters(method.getParameters()), annotations, members);
			}
		}
	}

	private static boolean isAccessor(Method method, String prefix) {
		String name = method.getName();
		return (method.getModifiers() & (Modifier.PUBLIC | Modifier.STATIC)) == Modifier.PUBLIC
				&& !method.getDeclaringClass().isRecord() && name.startsWith(prefix) && name.length() > prefix.length()
				&& !Character.isLowerCase(name.charAt(prefix.length()));
	}

	/**
	 * Adds the constructors that are annotated, or whose parameters are.
	 */
	private static void addConstructors(Class<?> type, SortedMap<String, List<Type>> members) {
		for (Constructor<?> constructor : type.getDeclaredConstructors()) {
			ShapeAnnotations annotations = ShapeAnnotations.of(constructor);
			boolean isAnnotated = !annotations.areNone() || Arrays.stream(constructor.getParameters())
				.anyMatch((parameter) -> !ShapeAnnotations.of(parameter).areNone());
			if (isAnnotated && !type.isRecord()) {
				add("new" + parameters(constructor.getParameters()), annotations, members);
			}
		}
	}

	private static List<String> parameters(Parameter[] parameters) {
		return Arrays.stream(parameters)
			.map((parameter) -> parameter.getParameterizedType().getTypeName() + ShapeAnnotations.of(parameter))
			.toList();
	}

	private static void addRelatives(Class<?> type, SortedMap<String, List<Type>> members) {
		if (type.isEnum()) {
			// Constants with bodies of their own are subclasses.
			return;
		}
		Type parent = type.getGenericSuperclass();
		if (parent != null && parent != Object.class && parent != Record.class) {
			members.put("extends " + parent.getTypeName(), List.of(parent));
		}
		if (type.isInterface()) {
			for (Type extended : type.getGenericInterfaces()) {
				members.put("extends " + extended.getTypeName(), List.of(extended));
			}
		}
		if (type.isSealed()) {
			for (Class<?> permitted : type.getPermittedSubclasses()) {
				members.put("permits " + permitted.getTypeName(), List.of(permitted));
			}
		}
	}

}
