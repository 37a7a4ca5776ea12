// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;

import io.github.rediscomponents.lock.OnTimeout;

/**
 * Checks and creates return values of annotated methods. A method runs until it returns
 * or, if it returns a {@link CompletionStage}, until the stage completes. Other types
 * whose work begins or continues after the return are rejected.
 */
final class ReturnTypes {

	private ReturnTypes() {
	}

	static void check(AnnotatedMethod on) {
		Class<?> type = on.method().getReturnType();
		if (isStage(type)) {
			if (type != CompletionStage.class && type != CompletableFuture.class) {
				throw unsupported(on, "returns a " + type.getName());
			}
		}
		else if (Future.class.isAssignableFrom(type) || Callable.class.isAssignableFrom(type)) {
			throw unsupported(on, "returns a " + type.getName() + ", whose work goes on after the method has returned");
		}
		else if (type != Object.class && isReactive(type)) {
			throw unsupported(on, "returns the reactive type " + type.getName());
		}
		else if (KotlinDetector.isSuspendingFunction(on.method())) {
			throw unsupported(on, "is a suspending function");
		}
	}

	static void checkSkippable(AnnotatedMethod on, OnTimeout onTimeout) {
		Class<?> type = on.method().getReturnType();
		on.check(onTimeout != OnTimeout.SKIP || type == void.class || !type.isPrimitive(),
				"must not skip the method on a timeout, because it returns the primitive type " + type);
	}

	private static RuntimeException unsupported(AnnotatedMethod on, String reason) {
		return on.refuse(reason + ", which is not supported",
				"Return the value itself, a CompletionStage or a CompletableFuture, or use the bean of the component.",
				null);
	}

	private static boolean isReactive(Class<?> type) {
		return Flow.Publisher.class.isAssignableFrom(type) || implementsPublisher(type)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
	}

	private static boolean implementsPublisher(@Nullable Class<?> type) {
		if (type == null) {
			return false;
		}
		if (type.getName().equals("org.reactivestreams.Publisher") || implementsPublisher(type.getSuperclass())) {
			return true;
		}
		for (Class<?> implemented : type.getInterfaces()) {
			if (implementsPublisher(implemented)) {
				return true;
			}
		}
		return false;
	}

	static boolean isStage(Class<?> type) {
		return CompletionStage.class.isAssignableFrom(type);
	}

	/** Returns the value of a call whose method was skipped. */
	static @Nullable Object skipped(Method method) {
		ResolvableType type = ResolvableType.forMethodReturnType(method);
		if (isStage(type.toClass())) {
			return CompletableFuture.completedFuture(empty(type.as(CompletionStage.class).getGeneric().toClass()));
		}
		return empty(type.toClass());
	}

	private static @Nullable Object empty(Class<?> type) {
		return (type == Optional.class) ? Optional.empty() : null;
	}

	/**
	 * Throws the failure of a call whose method did not run, or returns it as a failed
	 * stage if the method returns a stage.
	 */
	static Object failed(Method method, RuntimeException failure) {
		if (isStage(method.getReturnType())) {
			return CompletableFuture.failedFuture(failure);
		}
		throw failure;
	}

}
