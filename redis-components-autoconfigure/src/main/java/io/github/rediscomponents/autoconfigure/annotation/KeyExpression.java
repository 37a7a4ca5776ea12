// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ObjectUtils;

import io.github.rediscomponents.support.Thrown;

/**
 * A SpEL expression of an annotation, parsed once. An unknown variable is rejected when
 * the bean is created, because SpEL evaluates it to null.
 */
final class KeyExpression {

	private static final SpelExpressionParser PARSER = new SpelExpressionParser();

	private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

	private final AnnotatedMethod on;

	private final String attribute;

	private final SpelExpression expression;

	private KeyExpression(AnnotatedMethod on, String attribute, SpelExpression expression) {
		this.on = on;
		this.attribute = attribute;
		this.expression = expression;
	}

	static KeyExpression parse(AnnotatedMethod on, String attribute, String text) {
		on.check(!text.isEmpty(), attribute + " must not be empty");
		SpelExpression expression;
		try {
			expression = PARSER.parseRaw(text);
		}
		catch (ParseException ex) {
			throw on.refuse(attribute + " '" + text + "' is not a SpEL expression: " + ex.getSimpleMessage(), ex);
		}
		List<String> known = variables(on);
		checkVariables(expression.getAST(), known,
				(name) -> on.check(false,
						attribute + " '" + text + "' names #" + name + ", but there are only " + known
								+ (NAMES.getParameterNames(on.declared()) == null
										? " because the class was compiled without -parameters" : "")));
		return new KeyExpression(on, attribute, expression);
	}

	private static List<String> variables(AnnotatedMethod on) {
		List<String> known = new ArrayList<>();
		@Nullable String @Nullable [] names = NAMES.getParameterNames(on.declared());
		if (names != null) {
			known.addAll(Arrays.asList(names));
		}
		for (int i = 0; i < on.declared().getParameterCount(); i++) {
			known.addAll(List.of("p" + i, "a" + i));
		}
		known.addAll(List.of("root", "this"));
		return known;
	}

	private static void checkVariables(SpelNode node, List<String> known, java.util.function.Consumer<String> unknown) {
		if (node instanceof VariableReference) {
			String name = node.toStringAST().substring(1);
			if (!known.contains(name)) {
				unknown.accept(name);
			}
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			checkVariables(node.getChild(i), known, unknown);
		}
	}

	/**
	 * Returns the value as texts that are the same in every process.
	 * @param call the invocation
	 * @return one text, or the texts of the elements of a collection or an array
	 * @throws IllegalArgumentException if there is no element, if an element is null or
	 * empty, or if its type does not override {@code toString}
	 */
	List<String> texts(MethodInvocation call) {
		Object value = value(call);
		Collection<?> values = (value instanceof Collection<?> several) ? several
				: ObjectUtils.isArray(value) ? Arrays.asList(ObjectUtils.toObjectArray(value)) : null;
		if (values == null) {
			return List.of(text(value));
		}
		if (values.isEmpty()) {
			throw bad("is empty");
		}
		return values.stream().map(this::text).toList();
	}

	String text(MethodInvocation call) {
		return text(value(call));
	}

	long number(MethodInvocation call) {
		if (value(call) instanceof Number number && number.longValue() == number.doubleValue()) {
			return number.longValue();
		}
		throw bad("is not a whole number");
	}

	private @Nullable Object value(MethodInvocation call) {
		Object target = call.getThis();
		Class<?> type = (target != null) ? AopUtils.getTargetClass(target) : this.on.method().getDeclaringClass();
		CallRoot root = new CallRoot(this.on.method(), call.getArguments(), target, type);
		try {
			return this.expression
				.getValue(new MethodBasedEvaluationContext(root, this.on.declared(), call.getArguments(), NAMES));
		}
		catch (EvaluationException ex) {
			throw new IllegalArgumentException(describe() + " cannot be evaluated: " + Thrown.message(ex), ex);
		}
	}

	private String text(@Nullable Object value) {
		if (value == null) {
			throw bad("is null");
		}
		if (value instanceof Collection<?> || value.getClass().isArray()) {
			throw bad("is several values");
		}
		String text = value.toString();
		if (text.isEmpty()) {
			throw bad("is empty");
		}
		if (text.equals(value.getClass().getName() + '@' + Integer.toHexString(value.hashCode()))
				|| value instanceof Optional<?>) {
			throw bad("is a " + value.getClass().getName() + ", which has no text of its own");
		}
		return text;
	}

	private IllegalArgumentException bad(String what) {
		return new IllegalArgumentException(describe() + " " + what);
	}

	private String describe() {
		return this.attribute + " " + this.expression.getExpressionString() + " of @"
				+ this.on.annotation().getSimpleName() + " on " + this.on.declared().getDeclaringClass().getSimpleName()
				+ "." + this.on.declared().getName();
	}

}
