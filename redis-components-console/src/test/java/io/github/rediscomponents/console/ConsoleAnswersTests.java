// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletResponse;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.autoconfigure.console.ConsoleSettings;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
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

	private static final Slow SLOW = new Slow(new CountDownLatch(1), new CountDownLatch(1), new Semaphore(0),
			new CountDownLatch(1));

	/** The common pool has a single thread on two cores. */
	private static final Executor THREADS = (work) -> new Thread(work).start();

	private static RedisServer redis;

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		redis = RedisServer.start();
		context = TestApplications.worker(redis, List.of(SLOW, new Refused()),
				"redis-components.task-queue.queues.mails.trace=true",
				"redis-components.task-queue.queues.parts.visibility=30s");
	}

	@AfterAll
	static void stop() {
		SLOW.goOn().countDown();
		context.close();
		redis.close();
	}

	private static ConsoleServlet servlet(ConsoleRole role, ApplicationEventPublisher events) {
		return TestServlets.of(context, role, events);
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
			MockHttpServletResponse response = TestServlets.send(servlet, "POST", "/api/rooms/lock/release",
					"{\"name\":\"audited" + error + "\"}");
			assertThat(response.getStatus()).isEqualTo(200);
			assertThat(response.getContentAsString()).isEqualTo("{\"released\":true}");
			assertThat(lease.lost().toCompletableFuture()).succeedsWithin(Duration.ofMinutes(1));
		}
	}

	@Test
	void readersSeeTheTypeOfAnErrorOnly() throws Exception {
		TaskQueue<String> queue = context.getBean(TaskQueues.class).get("mails", String.class);
		for (String why : List.of("ana@shop.example does not exist", "ana.maria: unknown",
				"java.lang.IllegalStateException: ana@shop.example\nis unknown")) {
			queue.enqueue("a");
			queue.poll(Duration.ofMinutes(1)).orElseThrow().reject(why);
		}
		for (String path : List.of("/api/rooms/task-queue", "/api/rooms/task-queue/list")) {
			String read = TestServlets.send(servlet(ConsoleRole.READ, (event) -> {
			}), "GET", path, "", "name", "mails", "list", "dead-letters").getContentAsString();
			assertThat(read).doesNotContain("ana", "unknown", "trace")
				.contains("\"error\":\"***\"", "\"error\":\"java.lang.IllegalStateException\"")
				.contains("\"deliveries\":1");
			String operated = TestServlets.send(servlet(ConsoleRole.OPERATE, (event) -> {
			}), "GET", path, "", "name", "mails", "list", "dead-letters").getContentAsString();
			assertThat(operated).contains("ana@shop.example does not exist", "trace", "ana.maria: unknown");
		}
	}

	@Test
	void anErrorOfManyPartsIsHiddenFromReaders() throws Exception {
		TaskQueue<String> queue = context.getBean(TaskQueues.class).get("parts", String.class);
		queue.enqueue("a");
		queue.poll(Duration.ofMinutes(1)).orElseThrow().reject("a.".repeat(2000));
		MockHttpServletResponse read = TestServlets.send(servlet(ConsoleRole.READ, (event) -> {
		}), "GET", "/api/rooms/task-queue/list", "", "name", "parts", "list", "dead-letters");
		assertThat(read.getStatus()).as(read.getContentAsString()).isEqualTo(200);
		assertThat(read.getContentAsString()).contains("\"error\":\"***\"").doesNotContain("a.a.");
	}

	@Test
	void readersSeeThatARoomCannotBeReadAndOperatorsSeeWhy() throws Exception {
		String operated = Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> state(ConsoleRole.OPERATE), (state) -> state.contains("\"error\":\"NOPERM"));
		assertThat(operated).contains("'xinfo' of user 'shop'");
		assertThat(state(ConsoleRole.READ)).contains("\"error\":\"***\"").doesNotContain("NOPERM", "xinfo");
		for (String name : List.of("away", "refused", "lambda")) {
			ConsoleServlet reader = servlet(ConsoleRole.READ, (event) -> {
			});
			MockHttpServletResponse read = TestServlets.send(reader, "GET", "/api/rooms/refused", "", "name", name);
			assertThat(read.getStatus()).isEqualTo(Map.of("away", 503, "refused", 502, "lambda", 500).get(name));
			assertThat(read.getContentAsString()).contains("\"error\":\"")
				.doesNotContain("NOPERM", "10.0.0.7", "Lambda", "xinfo");
			assertThat(read.getContentType()).isEqualTo("application/json");
		}
	}

	private static String state(ConsoleRole role) throws Exception {
		return TestServlets.send(servlet(role, (event) -> {
		}), "GET", "/api/state", "").getContentAsString();
	}

	@ParameterizedTest
	@EnumSource(Outcome.class)
	void anActionThatRedisDidNotAnswerSaysWhetherItCanHaveBeenPerformed(Outcome outcome) throws Exception {
		MockHttpServletResponse acted = TestServlets.send(servlet(ConsoleRole.OPERATE, (event) -> {
		}), "POST", "/api/rooms/refused/touch", "{\"name\":\"" + outcome + "\"}");
		assertThat(acted.getStatus()).isEqualTo(503);
		assertThat(acted.getContentAsString()).contains("\"error\":\"No reply\"",
				(outcome == Outcome.UNKNOWN) ? "\"outcome\":\"unknown\"" : "\"outcome\":\"not-executed\"");
	}

	/** Cannot be read for several reasons. */
	private record Refused() implements RoomView {

		@Override
		public String room() {
			return "refused";
		}

		@Override
		public Map<String, Object> overview() {
			return Map.of("declared", 1);
		}

		@Override
		public Set<String> actions() {
			return Set.of("touch");
		}

		@Override
		public Map<String, Object> act(String action, String name, @Nullable String id) {
			throw new RedisUnavailableException("No reply", Outcome.valueOf(name), null);
		}

		@Override
		public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
			throw new RedisCommandException("NOPERM no right to 'xinfo' of user 'shop'", null);
		}

		@Override
		public Map<String, Object> find(String name) {
			switch (name) {
				case "away" -> throw new RedisUnavailableException("10.0.0.7:6379 is away", Outcome.UNKNOWN, null);
				case "refused" -> throw new RedisCommandException("NOPERM no right to 'xinfo'", null);
				default -> throw new ArithmeticException("in Shop$$Lambda");
			}
		}

	}

	@Test
	void anInstanceThatIsReadSlowlyHoldsUpNoOther() throws Exception {
		ConsoleServlet servlet = servlet(ConsoleRole.OPERATE, (event) -> {
		});
		CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> find(servlet, "slow"), THREADS);
		assertThat(SLOW.begun().await(1, TimeUnit.MINUTES)).isTrue();
		CompletableFuture<String> again = CompletableFuture.supplyAsync(() -> find(servlet, "slow"), THREADS);
		CompletableFuture<String> acted = CompletableFuture.supplyAsync(() -> {
			try {
				for (int i = 0; i < 200; i++) {
					assertThat(find(servlet, "other" + i)).isEqualTo("{\"name\":\"other" + i + "\"}");
				}
				return TestServlets.send(servlet, "POST", "/api/rooms/slow/touch", "{\"name\":\"other\"}")
					.getContentAsString();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}, THREADS);
		assertThat(acted).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("{\"touched\":true}");
		assertThat(slow).isNotDone();
		SLOW.goOn().countDown();
		assertThat(slow).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("{\"name\":\"slow\"}");
		assertThat(again).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("{\"name\":\"slow\"}");
	}

	@Test
	void anInterruptEndsTheReadOfItsOwnRequestOnly() throws Exception {
		// The longest, because one that comes after an interval would read again.
		ConsoleSettings slow = new ConsoleSettings("/redis-components", "READ", "OPERATE", Duration.ofSeconds(5));
		ConsoleServlet servlet = TestServlets.of(context, ConsoleRole.OPERATE, (event) -> {
		}, () -> slow);
		List<Thread> waiting = new CopyOnWriteArrayList<>();
		CompletableFuture<Integer> interrupted = new CompletableFuture<>();
		Thread first = new Thread(() -> interrupted.complete(status(servlet, "shared")));
		first.start();
		assertThat(SLOW.entered().tryAcquire(1, TimeUnit.MINUTES)).isTrue();
		List<CompletableFuture<String>> others = IntStream.range(0, 5)
			.mapToObj((i) -> CompletableFuture.supplyAsync(() -> {
				waiting.add(Thread.currentThread());
				return find(servlet, "shared");
			}, THREADS))
			.toList();
		// One that comes after the read would read again.
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> waiting.stream().filter(ConsoleAnswersTests::awaitsARead).count() == 5);
		first.interrupt();
		assertThat(interrupted.get(1, TimeUnit.MINUTES)).isEqualTo(503);
		// One of the others reads now, for all of them.
		assertThat(SLOW.entered().tryAcquire(1, TimeUnit.MINUTES)).isTrue();
		SLOW.shared().countDown();
		for (CompletableFuture<String> other : others) {
			assertThat(other.get(1, TimeUnit.MINUTES)).isEqualTo("{\"name\":\"shared\"}");
		}
		assertThat(SLOW.entered().availablePermits()).isZero();
	}

	private static boolean awaitsARead(Thread thread) {
		return Stream.of(thread.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals(FutureTask.class.getName())
					&& frame.getMethodName().equals("awaitDone"));
	}

	private static int status(ConsoleServlet servlet, String name) {
		try {
			return TestServlets.send(servlet, "GET", "/api/rooms/slow", "", "name", name).getStatus();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String find(ConsoleServlet servlet, String name) {
		try {
			return TestServlets.send(servlet, "GET", "/api/rooms/slow", "", "name", name).getContentAsString();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Finds one instance only when it may go on. */
	private record Slow(CountDownLatch begun, CountDownLatch goOn, Semaphore entered,
			CountDownLatch shared) implements RoomView {

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
				if (name.equals("shared")) {
					this.entered.release();
					this.shared.await();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new RedisUnavailableException("The read was interrupted", Outcome.UNKNOWN, ex);
			}
			return Map.of("name", name);
		}

	}

}
