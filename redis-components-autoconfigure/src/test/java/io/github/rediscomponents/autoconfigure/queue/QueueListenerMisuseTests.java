// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Scope;
import org.springframework.scheduling.annotation.Async;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Mail;
import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.queue.OnFailure;
import io.github.rediscomponents.queue.QueueErrorHandler;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Listeners that cannot listen stop the start with a message that states the reason.
 */
class QueueListenerMisuseTests {

	static Stream<Arguments> beans() {
		return Stream.of(
				arguments(Unknown.class, "names queue 'nowhere', which is not declared; there are"
						+ " [redis-components.stream-queue.queues.both, redis-components.stream-queue.queues.orders,"
						+ " redis-components.task-queue.queues.both, redis-components.task-queue.queues.email,"
						+ " redis-components.task-queue.queues.typed]"),
				arguments(OtherKind.class, "names queue 'email', which is not declared as STREAM"),
				arguments(Both.class, "which is declared as [STREAM, TASK]; set kind"),
				arguments(NoQueue.class, "must name a queue"),
				arguments(BadPlaceholder.class, "queue cannot be resolved"), arguments(Private.class, "is private"),
				arguments(Static.class, "is static"), arguments(Returns.class, "must return void"),
				arguments(InBackground.class, "must not be @Async"),
				arguments(NoParameter.class, "must have a parameter for the message"),
				arguments(TwoMessages.class, "must have one parameter for the message at most"),
				arguments(TwoDeliveries.class, "must have one Delivery parameter at most"),
				arguments(RawDelivery.class, "must declare the type of the message"),
				arguments(Wildcard.class, "must declare the type of the message"),
				arguments(Different.class, "has a message and a Delivery of different types"),
				arguments(NotThatType.class, "takes int, but queue 'typed' is declared to have"),
				arguments(TooMany.class, "concurrency must be between 1 and 1000, was 1001"),
				arguments(NoNumber.class, "concurrency must be a number, was 'some'"),
				arguments(NegativePrefetch.class, "prefetch must be between 0 and 10000, was -1"),
				arguments(TaskGroup.class, "group must not be set, because a task queue has one group only"),
				arguments(OtherGroup.class, "group must be 'workers', because queue 'orders' deletes"),
				arguments(NoHandler.class, "has no error handler: No bean named 'missing'"),
				arguments(Several.class, "is not a singleton"));
	}

	@ParameterizedTest
	@MethodSource("beans")
	void stopsTheStart(Class<?> bean, String reason) {
		runner().withUserConfiguration(bean)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidAnnotationException.class)
				.hasMessageContaining("@QueueListener on " + bean.getName() + ".mail(")
				.hasMessageContaining(reason));
	}

	@Test
	void stopsTheStartWhereOneOfSeveralErrorHandlersMustBeNamed() {
		runner().withBean(Fine.class)
			.withBean("a", QueueErrorHandler.class, () -> (delivery, failure) -> OnFailure.RETRY)
			.withBean("b", QueueErrorHandler.class, () -> (delivery, failure) -> OnFailure.RETRY)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("has no error handler")
				.hasMessageContaining("a,b"));
	}

	@Test
	void stopsTheStartWhereThereIsNoQueueAtAll() {
		runner().withPropertyValues("redis-components.task-queue.enabled=false")
			.withBean(Fine.class)
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("is not declared"));
		runner().withPropertyValues("redis-components.enabled=false")
			.withBean(Fine.class)
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("is not declared"));
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(TestContexts.autoConfigurations()))
			.withBean(Fine.class)
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("is not declared"));
	}

	@Test
	void stopsTheStartWhereTheProxyDoesNotHaveTheMethod() {
		runner().withBean("proxied", Runnable.class, () -> {
			ProxyFactory factory = new ProxyFactory(new OnlyRuns());
			factory.setInterfaces(Runnable.class);
			return (Runnable) factory.getProxy();
		})
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("the bean's proxy implements interfaces and none of them has the method"));
		runner().withBean("proxied", WithFinal.class, () -> {
			ProxyFactory factory = new ProxyFactory(new WithFinal());
			factory.setProxyTargetClass(true);
			return (WithFinal) factory.getProxy();
		}).run((context) -> assertThat(context).getFailure().hasMessageContaining("the method is final"));
	}

	private static ApplicationContextRunner runner() {
		return QueueContexts.runner()
			.withPropertyValues("redis-components.task-queue.queues.both=",
					"redis-components.stream-queue.queues.both=",
					"redis-components.task-queue.queues.typed.type=" + Mail.class.getName());
	}

	static class Fine {

		@QueueListener("email")
		void mail(Mail mail) {
		}

	}

	static class Unknown {

		@QueueListener("nowhere")
		void mail(Mail mail) {
		}

	}

	static class OtherKind {

		@QueueListener(queue = "email", kind = QueueKind.STREAM)
		void mail(Mail mail) {
		}

	}

	static class Both {

		@QueueListener("both")
		void mail(Mail mail) {
		}

	}

	static class NoQueue {

		@QueueListener
		void mail(Mail mail) {
		}

	}

	static class BadPlaceholder {

		@QueueListener("${no.such.property}")
		void mail(Mail mail) {
		}

	}

	static class Private {

		@QueueListener("email")
		private void mail(Mail mail) {
		}

	}

	static class Static {

		@QueueListener("email")
		static void mail(Mail mail) {
		}

	}

	static class Returns {

		@QueueListener("email")
		CompletableFuture<String> mail(Mail mail) {
			return CompletableFuture.completedFuture("");
		}

	}

	static class InBackground {

		@Async
		@QueueListener("email")
		void mail(Mail mail) {
		}

	}

	static class NoParameter {

		@QueueListener("email")
		void mail() {
		}

	}

	static class TwoMessages {

		@QueueListener("email")
		void mail(Mail mail, Mail other) {
		}

	}

	static class TwoDeliveries {

		@QueueListener("email")
		void mail(Delivery<Mail> mail, Delivery<Mail> other) {
		}

	}

	static class RawDelivery {

		@QueueListener("email")
		@SuppressWarnings("rawtypes")
		void mail(Delivery mail) {
		}

	}

	static class Wildcard {

		@QueueListener("email")
		void mail(Delivery<?> mail) {
		}

	}

	static class Different {

		@QueueListener("email")
		void mail(Delivery<Mail> delivery, String mail) {
		}

	}

	static class NotThatType {

		@QueueListener("typed")
		void mail(int mail) {
		}

	}

	static class TooMany {

		@QueueListener(queue = "email", concurrency = "1001")
		void mail(Mail mail) {
		}

	}

	static class NoNumber {

		@QueueListener(queue = "email", concurrency = "some")
		void mail(Mail mail) {
		}

	}

	static class NegativePrefetch {

		@QueueListener(queue = "email", prefetch = "-1")
		void mail(Mail mail) {
		}

	}

	static class TaskGroup {

		@QueueListener(queue = "email", group = "mine")
		void mail(Mail mail) {
		}

	}

	static class OtherGroup {

		@QueueListener(queue = "orders", group = "mine")
		void mail(Mail mail) {
		}

	}

	static class NoHandler {

		@QueueListener(queue = "email", errorHandler = "missing")
		void mail(Mail mail) {
		}

	}

	@Scope("prototype")
	@org.springframework.stereotype.Component
	static class Several {

		@QueueListener("email")
		void mail(Mail mail) {
		}

	}

	static class OnlyRuns implements Runnable {

		@QueueListener("email")
		public void mail(Mail mail) {
		}

		@Override
		public void run() {
		}

	}

	static class WithFinal {

		@QueueListener("email")
		public final void mail(Mail mail) {
		}

	}

}
