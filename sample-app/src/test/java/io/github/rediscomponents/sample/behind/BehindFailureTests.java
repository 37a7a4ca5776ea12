// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.test.SharedRedis;
import jakarta.servlet.ServletException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

/**
 * The numbers of requests that fail, all on one thread, as on one of a pool.
 */
class BehindFailureTests {

	private static final String NOTHING = "load;desc=\"0\";dur=0.00, sql;desc=\"0\";dur=0.00";

	private static LettuceConnectionFactory redis;

	private static RedisComponents components;

	private final AtomicReference<Work> work = new AtomicReference<>(() -> {
	});

	private final MockMvc mvc = MockMvcBuilders.standaloneSetup(new Endpoint())
		.setControllerAdvice(new TraceHeader())
		.addFilters(new TraceFilter())
		.build();

	@BeforeAll
	static void connect() {
		redis = new LettuceConnectionFactory(SharedRedis.standalone().host(), SharedRedis.standalone().port());
		redis.afterPropertiesSet();
		redis.start();
		components = RedisComponents.on(redis)
			.keyPrefix("behind-failures")
			.observer(new BehindConfiguration().tracedLoads())
			.build();
	}

	@AfterAll
	static void disconnect() throws Exception {
		((AutoCloseable) components).close();
		redis.destroy();
	}

	@AfterEach
	void nothingIsLeftOnTheThread() throws Exception {
		assertThat(Thread.interrupted()).isFalse();
		assertThat(Trace.current()).isNull();
		this.work.set(() -> {
		});
		assertThat(header()).isEqualTo(NOTHING);
	}

	private String header() throws Exception {
		return String.valueOf(this.mvc.perform(get("/work")).andReturn().getResponse().getHeader(TraceHeader.NAME));
	}

	@Test
	void anInterruptedRequestHasItsNumbersAndLeavesNone() throws Exception {
		CacheClient caches = components.caches();
		TypedCache<Long, String> cache = caches.cache(CacheSpec.of("interrupted", Long.class, String.class));
		this.work.set(() -> cache.get(1L, (key) -> {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted");
		}));
		String header = header();
		assertThat(Thread.interrupted()).as("the request keeps the mark").isTrue();
		assertThat(header).startsWith("load;desc=\"1\";");
		cache.clear();
	}

	@Test
	void aLoaderThatThrowsCountsAsALoad() throws Exception {
		TypedCache<Long, String> cache = components.caches().cache(CacheSpec.of("throwing", Long.class, String.class));
		this.work.set(() -> cache.get(1L, (key) -> {
			throw new IllegalStateException("no such table");
		}));
		assertThat(header()).startsWith("load;desc=\"1\";");
		assertThat(header()).as("a failure is not cached").startsWith("load;desc=\"1\";");
		cache.clear();
	}

	@Test
	void aThrowableWhoseMethodsThrowLeavesNothing() throws Exception {
		this.work.set(() -> {
			throw new Hostile();
		});
		// What resolves exceptions asks for the message, too.
		assertThatExceptionOfType(ServletException.class).isThrownBy(this::header);
	}

	@Test
	void aLoaderThatThrowsWhatCannotBeDescribedCountsAsALoad() throws Exception {
		TypedCache<Long, String> cache = components.caches().cache(CacheSpec.of("hostile", Long.class, String.class));
		this.work.set(() -> {
			try {
				cache.get(1L, (key) -> {
					throw new Hostile();
				});
			}
			catch (RuntimeException ex) {
				// The request goes on without it.
			}
		});
		assertThat(header()).startsWith("load;desc=\"1\";");
		cache.clear();
	}

	@Test
	void whatNobodyHandlesLeavesNothing() {
		this.work.set(() -> {
			throw new Exception("nobody's");
		});
		assertThatExceptionOfType(ServletException.class).isThrownBy(this::header);
	}

	@Test
	void aStatementThatFailsIsCountedWithItsTime() throws Exception {
		TracedJdbcTemplate jdbc = new TracedJdbcTemplate(
				new SimpleDriverDataSource(new org.h2.Driver(), "jdbc:h2:mem:behind-failures;DB_CLOSE_DELAY=-1"));
		this.work.set(() -> {
			try {
				jdbc.queryForList("SELECT 1 / X FROM SYSTEM_RANGE(0, 0)");
			}
			catch (DataAccessException ex) {
				// The request goes on without it.
			}
		});
		assertThat(header()).startsWith("load;desc=\"0\";dur=0.00, sql;desc=\"1\";dur=").doesNotEndWith("dur=0.00");
		this.work.set(() -> jdbc.queryForList("SELECT COUNT(*) FROM SYSTEM_RANGE(1, 300000)"));
		assertThat(header()).startsWith("load;desc=\"0\";dur=0.00, sql;desc=\"1\";dur=").doesNotEndWith("dur=0.00");
	}

	@Test
	void aReplyThatComesAfterTheRequestIsNobodysElse() throws Exception {
		AtomicReference<Trace.Trips> late = new AtomicReference<>();
		this.work.set(() -> late.set(trace().sent("cache")));
		assertThat(header()).endsWith("redis-cache;desc=\"1\";dur=0.00");
		Trace.Trips sent = late.get();
		this.work.set(() -> sent.replied(Duration.ofSeconds(1).toNanos()));
		assertThat(header()).isEqualTo(NOTHING);
	}

	private static Trace trace() {
		Trace trace = Trace.current();
		assertThat(trace).isNotNull();
		return trace;
	}

	/** What a request does. */
	private interface Work {

		void run() throws Exception;

	}

	/** Throws wherever it is asked. */
	private static final class Hostile extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new IllegalStateException("no message");
		}

		@Override
		public String toString() {
			throw new IllegalStateException("no text");
		}

	}

	@RestController
	private final class Endpoint {

		@GetMapping("/work")
		String work() throws Exception {
			BehindFailureTests.this.work.get().run();
			return "done";
		}

		@ExceptionHandler
		@ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
		String failed(RuntimeException ex) {
			return "failed";
		}

	}

}
