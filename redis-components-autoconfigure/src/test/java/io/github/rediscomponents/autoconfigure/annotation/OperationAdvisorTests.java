// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.lock.Locked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The classes whose methods are searched for annotations in superclasses and interfaces.
 */
class OperationAdvisorTests {

	@ParameterizedTest
	@ValueSource(classes = { Own.class, Inherited.class, Implemented.class, Generic.class, Composed.class })
	void aClassWithAnAnnotatedMethodMatches(Class<?> type) {
		advisor((advisor) -> {
			assertThat(advisor.getClassFilter().matches(type)).isTrue();
			assertThat(applies(advisor, type)).isTrue();
		});
	}

	@Test
	void aProxyOfOneMatches() {
		advisor((advisor) -> {
			Class<?> ofInterface = Proxy
				.newProxyInstance(Api.class.getClassLoader(), new Class<?>[] { Api.class },
						(proxy, method, args) -> null)
				.getClass();
			ProxyFactory subclass = new ProxyFactory(new Own());
			subclass.setProxyTargetClass(true);
			assertThat(applies(advisor, ofInterface)).isTrue();
			assertThat(applies(advisor, subclass.getProxy().getClass())).isTrue();
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { Plain.class, OtherwiseAnnotated.class })
	void theMethodsOfNoOtherAreSearched(Class<?> type) {
		advisor((advisor) -> assertThat(advisor.getClassFilter().matches(type)).isFalse());
	}

	private static boolean applies(Advisor advisor, Class<?> type) {
		return AopUtils.canApply(advisor, type);
	}

	private static void advisor(Consumer<OperationAdvisor> test) {
		TestContexts.runner().run((context) -> test.accept(context.getBean(OperationAdvisor.class)));
	}

	interface Api {

		@Locked("a")
		void call();

	}

	interface GenericApi<T> {

		@Locked("a")
		void call(T value);

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Locked("a")
	@interface Alone {

	}

	static class Own {

		@Locked("a")
		public void call() {
		}

	}

	static class Inherited extends Own {

		@Override
		public void call() {
		}

	}

	static class Implemented implements Api {

		@Override
		public void call() {
		}

	}

	static class Generic implements GenericApi<String> {

		@Override
		public void call(String value) {
		}

	}

	static class Composed {

		@Alone
		public void call() {
		}

	}

	static class Plain {

		public void call() {
		}

	}

	static class OtherwiseAnnotated implements Runnable {

		@Override
		@Deprecated
		public void run() {
		}

	}

}
