// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.springframework.core.ResolvableType;

/**
 * Reads the description of a type, which may come from anywhere. Loads allowed classes
 * only.
 */
final class DescriptionParser {

	private static final int MOST_CHARACTERS = 1000;

	private final DescribedTypes types;

	private final String text;

	private int at;

	DescriptionParser(DescribedTypes types, String text) {
		this.types = types;
		this.text = text;
	}

	Type parse() {
		if (this.text.length() > MOST_CHARACTERS) {
			throw malformed();
		}
		Type type = type(0).getType();
		if (this.at != this.text.length()) {
			throw malformed();
		}
		return type;
	}

	private ResolvableType type(int depth) {
		if (depth > Description.MOST_DEPTH) {
			throw malformed();
		}
		String name = name();
		if (name.equals(List.class.getName())) {
			return ResolvableType.forClassWithGenerics(List.class, arguments(1, depth));
		}
		if (name.equals(Set.class.getName())) {
			// Keeps the order of the elements.
			return ResolvableType.forClassWithGenerics(LinkedHashSet.class, arguments(1, depth));
		}
		if (name.equals(Map.class.getName())) {
			return ResolvableType.forClassWithGenerics(Map.class, arguments(2, depth));
		}
		Class<?> type = this.types.load(name);
		while (this.text.startsWith("[]", this.at)) {
			this.at += 2;
			type = type.arrayType();
		}
		return ResolvableType.forClass(type);
	}

	private ResolvableType[] arguments(int number, int depth) {
		ResolvableType[] arguments = new ResolvableType[number];
		for (int i = 0; i < number; i++) {
			expect((i == 0) ? '<' : ',');
			arguments[i] = type(depth + 1);
		}
		expect('>');
		return arguments;
	}

	private String name() {
		int begin = this.at;
		while (this.at < this.text.length()
				&& (Character.isJavaIdentifierPart(this.text.charAt(this.at)) || this.text.charAt(this.at) == '.')) {
			this.at++;
		}
		if (this.at == begin) {
			throw malformed();
		}
		return this.text.substring(begin, this.at);
	}

	private void expect(char c) {
		if (this.at >= this.text.length() || this.text.charAt(this.at) != c) {
			throw malformed();
		}
		this.at++;
	}

	private static IllegalArgumentException malformed() {
		return new IllegalArgumentException("has a malformed description of its type");
	}

}
