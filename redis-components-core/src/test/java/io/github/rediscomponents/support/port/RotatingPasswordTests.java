// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.link.KeyTracking;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A user's password changes while the connections of the components are open: for
 * commands, subscriptions, blocking reads and tracking.
 */
@Timeout(240)
class RotatingPasswordTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final String CHANNEL = "shop:topic:channel:news";

	private final RedisServer server = RedisServer.start();

	private final Background background = new Background();

	private final Passwords passwords = new Passwords("app", "old");

	private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

	private final BlockingQueue<String> tasks = new LinkedBlockingQueue<>();

	private final Set<String> changed = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean tracked = new AtomicBoolean();

	@AfterEach
	void close() {
		this.background.close();
		this.server.close();
	}

	@Test
	void connectionsThatAreKilledComeBackWithTheNewPassword() throws Exception {
		acl("app", "reset", "on", ">old", "~*", "&*", "+@all");
		use(ClientOptions.create(), (queue, port) -> {
			acl("app", ">new");
			this.passwords.change("app", "new");
			acl("app", "<old");
			// Redis keeps connections whose password was removed.
			assertEverythingWorks(queue, port, "1");
			kill("app");
			assertEverythingWorks(queue, port, "2");
		});
	}

	@Test
	void connectionsFailWithTheReplyOfTheServerUntilThePasswordFits() throws Exception {
		acl("app", "reset", "on", ">old", "~*", "&*", "+@all");
		use(ClientOptions.create(), (queue, port) -> {
			acl("app", "<old", ">new");
			kill("app");
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
					.isThrownBy(() -> port.withTimeout(Duration.ofMillis(200)).call((commands) -> commands.get("k"))));
			this.passwords.change("app", "new");
			assertEverythingWorks(queue, port, "3");
		});
	}

	@Test
	void openConnectionsAreAuthenticatedAgainWhenAProviderStreamsCredentials() throws Exception {
		acl("app", "reset", "on", ">old", "~*", "&*", "+@all");
		acl("next", "reset", "on", ">new", "~*", "&*", "+@all");
		ClientOptions options = ClientOptions.builder()
			.reauthenticateBehavior(ClientOptions.ReauthenticateBehavior.ON_NEW_CREDENTIALS)
			.build();
		use(options, (queue, port) -> {
			Set<String> before = ids("app");
			assertThat(before).hasSizeGreaterThanOrEqualTo(4);
			this.passwords.change("next", "new");
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(ids("app")).isEmpty());
			assertThat(ids("next")).containsAll(before);
			assertEverythingWorks(queue, port, "4");
		});
	}

	private void use(ClientOptions options, Use use) throws Exception {
		RedisURI uri = RedisURI.create(this.server.uri());
		uri.setCredentialsProvider(this.passwords);
		RedisClient client = RedisClient.create(uri);
		client.setOptions(options);
		try (CommandPort port = CommandPort.open(RedisConnector.of(() -> client), this.background, PATIENCE)) {
			port.subscribe(CHANNEL, (message) -> this.messages.add(Utf8.text(message)));
			KeyTracking tracking = port.tracking(new Noting());
			tracking.track(Set.of("shop:{"));
			StreamQueues streams = StreamQueues.create(port, new KeySpace("shop"), ValueCodecs.json(), this.background,
					new LiveSettings<>(Map.of()));
			TaskQueue<String> queue = TaskQueues.create(streams, new LiveSettings<>(Map.of()))
				.get("mail", String.class, WorkQueueSettings.defaults());
			queue.subscribe((delivery) -> this.tasks.add(delivery.value()), SubscribeOptions.DEFAULTS);
			assertEverythingWorks(queue, port, "0");
			use.of(queue, port);
			streams.stop(PATIENCE);
			tracking.close();
		}
		finally {
			client.shutdown();
		}
	}

	private void assertEverythingWorks(TaskQueue<String> queue, CommandPort port, String what) throws Exception {
		await().atMost(PATIENCE).ignoreExceptionsInstanceOf(RedisUnavailableException.class).until(() -> {
			port.withTimeout(Duration.ofSeconds(2)).call((commands) -> commands.get("k"));
			return true;
		});
		await().atMost(PATIENCE).until(() -> {
			this.server.command("PUBLISH", CHANNEL, what);
			return what.equals(this.messages.poll(100, TimeUnit.MILLISECONDS));
		});
		queue.enqueue(what);
		assertThat(this.tasks.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(what);
		await().atMost(PATIENCE).untilTrue(this.tracked);
		String key = "shop:{" + what + "}";
		await().atMost(PATIENCE).until(() -> {
			this.server.command("SET", key, what);
			return this.changed.contains(key);
		});
	}

	private void acl(String user, String... rules) {
		this.server.command(Stream.concat(Stream.of("ACL", "SETUSER", user), Stream.of(rules)).toArray(String[]::new));
	}

	private void kill(String user) {
		this.server.command("CLIENT", "KILL", "USER", user);
	}

	private Set<String> ids(String user) {
		Set<String> ids = ConcurrentHashMap.newKeySet();
		for (String line : String.valueOf(this.server.command("CLIENT", "LIST")).lines().toList()) {
			if (List.of(line.split(" ")).contains("user=" + user)) {
				ids.add(line.split(" ")[0]);
			}
		}
		return ids;
	}

	@FunctionalInterface
	private interface Use {

		void of(TaskQueue<String> queue, CommandPort port) throws Exception;

	}

	/**
	 * Gives the present credentials to new connections, and changes to open ones if the
	 * client is configured so.
	 */
	private static final class Passwords implements RedisCredentialsProvider {

		private final Sinks.Many<RedisCredentials> changes = Sinks.many().replay().latest();

		private volatile RedisCredentials present;

		Passwords(String user, String password) {
			this.present = RedisCredentials.just(user, password);
			change(user, password);
		}

		void change(String user, String password) {
			this.present = RedisCredentials.just(user, password);
			this.changes.tryEmitNext(this.present).orThrow();
		}

		@Override
		public Mono<RedisCredentials> resolveCredentials() {
			return Mono.fromSupplier(() -> this.present);
		}

		@Override
		public boolean supportsStreaming() {
			return true;
		}

		@Override
		public Flux<RedisCredentials> credentials() {
			return this.changes.asFlux();
		}

	}

	private final class Noting implements KeyTracking.Listener {

		@Override
		public void tracked(Set<String> prefixes) {
			RotatingPasswordTests.this.tracked.set(true);
		}

		@Override
		public void changed(String node, String key) {
			RotatingPasswordTests.this.changed.add(key);
		}

		@Override
		public void flushed() {
		}

		@Override
		public void lost(String reason) {
			RotatingPasswordTests.this.tracked.set(false);
		}

	}

}
