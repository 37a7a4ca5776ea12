package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.asm.Type;

import io.github.rediscomponents.autoconfigure.annotation.AnnotationsProperties.SelfInvocation;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;

/**
 * Looks for calls of annotated methods that pass by the proxy, because the object calls
 * itself. A caller that has the same annotation may do that: it was stopped already.
 */
final class SelfInvocationCheck {

	private static final Logger logger = LoggerFactory.getLogger(SelfInvocationCheck.class);

	private SelfInvocationCheck() {
	}

	static void check(AnnotatedClass bean, SelfInvocation reaction) {
		if (reaction == SelfInvocation.IGNORE) {
			return;
		}
		Map<String, Set<Class<? extends Annotation>>> annotations = new HashMap<>();
		for (AnnotatedClass.Annotated annotated : bean.methods()) {
			annotations.computeIfAbsent(signature(annotated), (method) -> new HashSet<>())
				.add(annotated.source().type());
		}
		for (Class<?> type : AnnotatedClass.hierarchy(bean.type())) {
			for (SelfCall call : SelfCallScanner.scan(type)) {
				for (AnnotatedClass.Annotated annotated : bean.methods()) {
					if (signature(annotated).equals(call.called())
							&& !annotations.getOrDefault(call.caller(), Set.of()).contains(annotated.source().type())) {
						report(bean, type, call, annotated, reaction);
					}
				}
			}
		}
	}

	private static void report(AnnotatedClass bean, Class<?> caller, SelfCall call, AnnotatedClass.Annotated annotated,
			SelfInvocation reaction) {
		String method = caller.getSimpleName() + "." + call.caller().substring(0, call.caller().indexOf('('));
		String reason = "does not take effect where " + method + " calls the method on itself, past the proxy of "
				+ bean.type().getName();
		if (reaction == SelfInvocation.FAIL) {
			throw new InvalidAnnotationException(annotated.source().type(), annotated.method(), reason,
					"Call the method through the injected bean or move it to another bean; or set "
							+ AnnotationsProperties.PREFIX + ".self-invocation to warn if that is what you want.",
					null);
		}
		logger.warn("@{} on {} {}", annotated.source().type().getSimpleName(), annotated.method(), reason);
	}

	private static String signature(AnnotatedClass.Annotated annotated) {
		return SelfCall.signature(annotated.method().getName(), Type.getMethodDescriptor(annotated.method()));
	}

}
