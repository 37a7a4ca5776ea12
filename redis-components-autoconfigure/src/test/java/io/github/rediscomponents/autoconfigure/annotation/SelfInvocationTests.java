package io.github.rediscomponents.autoconfigure.annotation;

import java.util.List;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Lazy;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.LockedContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls that pass by the proxy are found where they are certain, and only there.
 */
@ExtendWith(OutputCaptureExtension.class)
class SelfInvocationTests {

	@ParameterizedTest
	@ValueSource(classes = { Direct.class, WithHardArguments.class, InALambda.class, ByReference.class, InALoop.class,
			AfterATry.class, Template.class })
	void stopTheStart(Class<?> bean) {
		AnnotationFixture.runner()
			.withBean(bean)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidAnnotationException.class)
				.hasMessageContaining("@Locked on ")
				.hasMessageContaining(".guarded(long) does not take effect where ")
				.hasMessageContaining(".caller calls the method on itself"));
	}

	@ParameterizedTest
	@ValueSource(classes = { ThroughTheProxy.class, OnAnother.class, FromAGuardedMethod.class, OtherOverload.class })
	void areNotSeenWhereThereAreNone(Class<?> bean) {
		AnnotationFixture.runner().withBean(bean).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void areLoggedOrIgnoredOnRequest(CapturedOutput output) {
		AnnotationFixture.runner()
			.withPropertyValues("redis-components.annotations.self-invocation=ignore")
			.withBean(Direct.class)
			.run((context) -> assertThat(context.getBean(Direct.class).caller(1)).isFalse());
		assertThat(output).doesNotContain("Direct.caller");
		AnnotationFixture.runner()
			.withPropertyValues("redis-components.annotations.self-invocation=warn")
			.withBean(Direct.class)
			.run((context) -> {
				assertThat(context.getBean(Direct.class).guarded(1)).isTrue();
				assertThat(context.getBean(Direct.class).caller(1)).as("is not locked").isFalse();
			});
		assertThat(output).contains("Direct.caller calls the method on itself");
	}

	static class Direct {

		boolean caller(long id) {
			return guarded(id);
		}

		@Locked(name = "self", key = "#id")
		boolean guarded(long id) {
			return LockedContext.find().isPresent();
		}

	}

	static class WithHardArguments {

		boolean caller(@Nullable Long id, double weight, long[] more) {
			return guarded((id != null && weight > 0.5) ? id : switch (more.length) {
				case 0 -> 0L;
				case 1 -> more[0]++;
				default -> (long) (more[1] * weight) + more[0];
			});
		}

		@Locked(name = "self", key = "#id")
		boolean guarded(long id) {
			return true;
		}

	}

	static class InALambda {

		void caller(List<Long> ids) {
			ids.forEach((id) -> {
				Runnable nested = () -> guarded(id);
				nested.run();
			});
		}

		@Locked(name = "self", key = "#id")
		void guarded(long id) {
		}

	}

	static class ByReference {

		LongConsumer caller() {
			return this::guarded;
		}

		@Locked(name = "self", key = "#id")
		void guarded(long id) {
		}

	}

	static class InALoop {

		void caller(long ids) {
			for (long id = 0; id < ids; id++) {
				synchronized (this) {
					guarded(id);
				}
			}
		}

		@Locked(name = "self", key = "#id")
		void guarded(long id) {
		}

	}

	static class AfterATry {

		void caller(String id) {
			long number;
			try {
				number = Long.parseLong(id);
			}
			catch (NumberFormatException ex) {
				number = id.isEmpty() ? 0 : -1;
			}
			finally {
				System.identityHashCode(this);
			}
			this.guarded(number);
		}

		@Locked(name = "self", key = "#id")
		void guarded(long id) {
		}

	}

	abstract static class AbstractTemplate {

		void caller(long id) {
			guarded(id);
		}

		abstract void guarded(long id);

	}

	static class Template extends AbstractTemplate {

		@Override
		@Locked(name = "self", key = "#id")
		void guarded(long id) {
		}

	}

	static class ThroughTheProxy {

		@Autowired
		@Lazy
		@Nullable ThroughTheProxy self;

		boolean caller(long id) {
			ThroughTheProxy proxy = this.self;
			return proxy != null && proxy.guarded((id > 0) ? id : hashCode());
		}

		@Locked(name = "self", key = "#id")
		boolean guarded(long id) {
			return LockedContext.find().isPresent();
		}

	}

	static class OnAnother {

		void caller(OnAnother other, long id) {
			(id > 0 ? other : new OnAnother()).guarded(id);
			System.out.println("" + this + other);
		}

		@Locked(name = "self", key = "#id")
		void guarded(long id) {
		}

	}

	static class FromAGuardedMethod {

		@Locked(name = "self", key = "#ids")
		void all(List<Long> ids) {
			ids.forEach(this::guarded);
			ids.forEach((id) -> guarded(id));
		}

		@Locked(name = "self", key = "#id")
		void guarded(long id) {
		}

	}

	static class OtherOverload {

		void caller() {
			guarded();
		}

		void guarded() {
		}

		@Locked(name = "self", key = "#id")
		void guarded(long id) {
		}

	}

}
