// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.aop.support.AopUtils;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Mail;
import io.github.rediscomponents.queue.QueueListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Listeners on beans that have a proxy, whether it is a subclass or implements the
 * interfaces.
 */
class QueueListenerProxyTests {

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aListenerRunsInItsTransactionWhichAFailureRollsBack(boolean subclass) {
		QueueContexts.runner()
			.withConfiguration(AutoConfigurations.of(TestBoot.DATA_SOURCE, TestBoot.DATA_SOURCE_TRANSACTIONS,
					TestBoot.JDBC_TEMPLATE, TestBoot.TRANSACTIONS, AopAutoConfiguration.class))
			.withPropertyValues("spring.aop.proxy-target-class=" + subclass,
					"spring.datasource.url=jdbc:h2:mem:" + java.util.UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
					"redis-components.queue-listener.enabled=true")
			.withBean(Store.class)
			.run((context) -> {
				Mails mails = context.getBean(Mails.class);
				assertThat(AopUtils.isCglibProxy(mails)).isEqualTo(subclass);
				assertThat(AopUtils.isJdkDynamicProxy(mails)).isEqualTo(!subclass);
				QueueListenerTests.tasks(context).enqueue(new Mail("anna", "x"));
				QueueContexts.awaitAllDone(QueueListenerTests.tasks(context));
				assertThat(mails.attempts()).isEqualTo(2);
				assertThat(context.getBean(JdbcTemplate.class).queryForList("select attempt from mail", Integer.class))
					.containsExactly(2);
			});
	}

	interface Mails {

		void mail(Mail mail);

		int attempts();

	}

	static class Store implements Mails {

		private final JdbcTemplate jdbc;

		private final AtomicInteger attempts = new AtomicInteger();

		Store(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
			jdbc.execute("create table mail (attempt int)");
		}

		@Override
		@Transactional
		@QueueListener("email")
		public void mail(Mail mail) {
			int attempt = this.attempts.incrementAndGet();
			this.jdbc.update("insert into mail values (?)", attempt);
			if (attempt == 1) {
				throw new IllegalStateException("rolled back");
			}
		}

		@Override
		public int attempts() {
			return this.attempts.get();
		}

	}

}
