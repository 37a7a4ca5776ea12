// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

import io.github.rediscomponents.sample.web.outage.DatabaseWatch;
import io.github.rediscomponents.sample.web.outage.RedisWatch;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A change that cannot be copied holds up no other one.
 */
class ChangesTests {

	private static final String LOST = "it cannot be written";

	private final JdbcClient jdbc = JdbcClient.create(database());

	private final UntoldStore store = new UntoldStore(this.jdbc);

	private final List<Long> attempts = new CopyOnWriteArrayList<>();

	private final Changes changes = new Changes(this.store, List.of(new Picky()), new RedisWatch(),
			new DatabaseWatch());

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private static DataSource database() {
		return new SimpleDriverDataSource(new org.h2.Driver(), "jdbc:h2:mem:changes;MODE=MySQL;DB_CLOSE_DELAY=-1");
	}

	@BeforeEach
	void create() {
		this.jdbc.sql("CREATE TABLE tb_untold_change (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, "
				+ "kind VARCHAR(16) NOT NULL, user_id BIGINT NOT NULL, target_id BIGINT NOT NULL, noted_at BIGINT NOT NULL)")
			.update();
		this.log.start();
		logger().addAppender(this.log);
	}

	@AfterEach
	void drop() {
		logger().detachAppender(this.log);
		this.jdbc.sql("SHUTDOWN").update();
	}

	@Test
	void aTellerThatThrowsHoldsUpNoOtherChange() {
		note(-1);
		note(2);
		note(3);
		this.changes.tellWhatIsLeft();
		assertThat(this.attempts).containsExactly(-1L, 2L, 3L);
		assertThat(left()).containsExactly(-1L);
	}

	@Test
	void theCauseIsLoggedOnceForEachAttempt() {
		note(-1);
		for (int i = 0; i < 5; i++) {
			this.changes.tellWhatIsLeft();
		}
		// Most of the later ones come before the end of the pause.
		assertThat(this.attempts).containsOnly(-1L).hasSizeLessThan(5);
		assertThat(this.log.list).hasSameSizeAs(this.attempts).first().satisfies((event) -> {
			assertThat(event.getLevel()).isEqualTo(Level.WARN);
			assertThat(event.getFormattedMessage()).contains("picky", "1 s");
			assertThat(event.getThrowableProxy().getMessage()).isEqualTo(LOST);
		});
		assertThat(left()).containsExactly(-1L);
	}

	@Test
	void whoeverChangesSomethingIsNotToldOfAnUnexpectedFailure() {
		assertThat(this.changes.tell(this.changes.note("picky", 1, -7))).isFalse();
		assertThat(left()).containsExactly(-7L);
	}

	@Test
	void moreThanABatchOfPoisonedChangesHoldUpNoOtherOne() {
		for (int i = 1; i <= 250; i++) {
			note(-i);
		}
		note(7);
		this.changes.tellWhatIsLeft();
		assertThat(this.attempts).hasSize(251).contains(7L);
		assertThat(left()).hasSize(250);
	}

	private void note(long target) {
		this.store.insert("picky", 1, target, 0);
	}

	private List<Long> left() {
		return this.jdbc.sql("SELECT target_id FROM tb_untold_change ORDER BY id").query(Long.class).list();
	}

	private static Logger logger() {
		return (Logger) LoggerFactory.getLogger(Changes.class);
	}

	private final class Picky implements Teller {

		@Override
		public String kind() {
			return "picky";
		}

		@Override
		public void tell(long userId, long targetId) {
			ChangesTests.this.attempts.add(targetId);
			if (targetId < 0) {
				throw new IllegalArgumentException(LOST);
			}
		}

	}

}
