// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.console.web.ConsoleServlet;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the console answers about instances and after actions.
 */
class ConsoleAnswersTests {

	private static final Slow SLOW = new Slow(new CountDownLatch(1), new CountDownLatch(1));

	/** The common pool has a single thread on two cores. */
	private static final Executor THREADS = (work) -> new Thread(work).start();

	private static RedisServer redis;

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		redis = RedisServer.start();
		context = TestApplications.worker(redis, List.of(SLOW), "redis-components.task-queue.queues.mails.trace=true");
	}

	@AfterAll
	static void stop() {
		SLOW.goOn().countDown();
		context.close();
		redis.close();
	}

	private static ConsoleServlet servlet(ConsoleRole role, ApplicationEventPublisher events) {
		return new ConsoleServlet((request) -> role, context.getBean(ConsoleReporter.class),
				context.getBean(RoomViews.class),
				context.getBean(PropertySettings.class).live(ConsoleProperties.PREFIX, ConsoleProperties.class),
				List::of, events);
	}

	private static MockHttpServletResponse send(ConsoleServlet servlet, String method, String path, String body,
			String... parameters) throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/redis-components" + path);
		request.setServletPath("/redis-components");
		request.setPathInfo(path);
		request.addHeader("X-Redis-Components-Console", "1");
		request.setContentType("application/json");
		request.setContent(body.getBytes(StandardCharsets.UTF_8));
		for (int i = 0; i < parameters.length; i += 2) {
			request.setParameter(parameters[i], parameters[i + 1]);
		}
		MockHttpServletResponse response = new MockHttpServletResponse();
		servlet.service(request, response);
		return response;
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aListenerThatFailsDoesNotChangeTheAnswer(boolean error) throws Exception {
		ConsoleServlet servlet = servlet(ConsoleRole.OPERATE, (event) -> {
			if (error) {
				throw new AssertionError("No audit");
			}
			throw new IllegalStateException() {

				@Override
				public String getMessage() {
					throw new IllegalStateException("no message");
				}

			};
		});
		try (Lease lease = context.getBean(DistributedLock.class).get("audited" + error).acquire()) {
			MockHttpServletResponse response = send(servlet, "POST", "/api/rooms/lock/release",
					"{\"name\":\"audited" + error + "\"}");
			assertThat(response.getStatus()).isEqualTo(200);
			assertThat(response.getContentAsString()).isEqualTo("{\"released\":true}");
			assertThat(lease.lost().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30));
		}
	}

	@Test
	void readersSeeTheTypeOfAnErrorOnly() throws Exception {
		TaskQueue<String> queue = context.getBean(TaskQueues.class).get("mails", String.class);
		for (String why : List.of("ana@shop.example does not exist", "ana.maria: unknown",
				"java.lang.IllegalStateException: ana@shop.example\nis unknown")) {
			queue.enqueue("a");
			queue.poll(Duration.ofSeconds(10)).orElseThrow().reject(why);
		}
		for (String path : List.of("/api/rooms/task-queue", "/api/rooms/task-queue/list")) {
			String read = send(servlet(ConsoleRole.READ, (event) -> {
			}), "GET", path, "", "name", "mails", "list", "dead-letters").getContentAsString();
			assertThat(read).doesNotContain("ana", "unknown", "trace")
				.contains("\"error\":\"***\"", "\"error\":\"java.lang.IllegalStateException\"")
				.contains("\"deliveries\":1");
			String operated = send(servlet(ConsoleRole.OPERATE, (event) -> {
			}), "GET", path, "", "name", "mails", "list", "dead-letters").getContentAsString();
			assertThat(operated).contains("ana@shop.example does not exist", "trace", "ana.maria: unknown");
		}
	}

	@Test
	void anInstanceThatIsReadSlowlyHoldsUpNoOther() throws Exception {
		ConsoleServlet servlet = servlet(ConsoleRole.OPERATE, (event) -> {
		});
		CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> find(servlet, "slow"), THREADS);
		assertThat(SLOW.begun().await(10, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<String> again = CompletableFuture.supplyAsync(() -> find(servlet, "slow"), THREADS);
		CompletableFuture<String> acted = CompletableFuture.supplyAsync(() -> {
			try {
				for (int i = 0; i < 200; i++) {
					assertThat(find(servlet, "other" + i)).isEqualTo("{\"name\":\"other" + i + "\"}");
				}
				return send(servlet, "POST", "/api/rooms/slow/touch", "{\"name\":\"other\"}").getContentAsString();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}, THREADS);
		assertThat(acted).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("{\"touched\":true}");
		assertThat(slow).isNotDone();
		SLOW.goOn().countDown();
		assertThat(slow).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("{\"name\":\"slow\"}");
		assertThat(again).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("{\"name\":\"slow\"}");
	}

	private static String find(ConsoleServlet servlet, String name) {
		try {
			return send(servlet, "GET", "/api/rooms/slow", "", "name", name).getContentAsString();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Finds one instance only when it may go on. */
	private record Slow(CountDownLatch begun, CountDownLatch goOn) implements RoomView {

		@Override
		public String room() {
			return "slow";
		}

		@Override
		public Map<String, Object> overview() {
			return Map.of();
		}

		@Override
		public Set<String> actions() {
			return Set.of("touch");
		}

		@Override
		public Map<String, Object> act(String action, String name, @Nullable String id) {
			return Map.of("touched", true);
		}

		@Override
		public Map<String, Object> find(String name) {
			try {
				if (name.equals("slow")) {
					this.begun.countDown();
					this.goOn.await();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return Map.of("name", name);
		}

	}

}
