// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.link.KeyTracking;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;
import io.lettuce.core.RedisCommandExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What an ACL refuses is named, with the rule that grants it, whatever has sent it. The
 * server's reply is the cause. Servers word it differently, so this runs on each of them.
 */
@Timeout(240)
class RefusalTests {

	private static final LuaScript<Long> WRITE_AND_EXPIRE = LuaScript.integer("test/write-and-expire", 1, 1);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final String KEY = "shop:room:{secret}";

	private static final String OTHER_KEY = "other:room:{secret}";

	private final RedisServer server = SharedRedis.standalone();

	private final Background background = new Background();

	@BeforeEach
	void empty() {
		this.server.command("FLUSHALL");
		this.server.command("SCRIPT", "FLUSH");
	}

	@AfterEach
	void close() {
		this.background.close();
		this.server.command("ACL", "DELUSER", "refused");
	}

	@Test
	void aCommandIsNamedWithItsRule() {
		try (CommandPort port = user("-get")) {
			refused(() -> port.call((commands) -> commands.get(KEY)), "Command GET on shop:room:* was refused",
					"may not run GET; missing rule: +get");
		}
	}

	@Test
	void aSubcommandIsNamedWithItsRule() {
		try (CommandPort port = user("-xgroup")) {
			refused(() -> port.call((commands) -> commands.xgroupDestroy(KEY, "g")), "Command XGROUP DESTROY on",
					"missing rule: +xgroup|destroy");
		}
	}

	@Test
	void aKeyIsNamedByItsPatternOnly() {
		try (CommandPort port = user("")) {
			refused(() -> port.call((commands) -> commands.get(OTHER_KEY)), "Command GET on other:room:*",
					"missing rule: ~other:room:*");
		}
	}

	@Test
	void aChannelIsNamedByItsPatternOnly() {
		try (CommandPort port = user("")) {
			refused(() -> port.call((commands) -> commands.publish("other:topic:channel:secret", Utf8.bytes("x"))),
					"Command PUBLISH was refused", "missing rule: &other:topic:channel:*");
		}
	}

	@Test
	void asynchronousCallsNameItBeforeAndAfterTheFirstConnection() {
		try (CommandPort port = user("-get")) {
			for (int i = 0; i < 2; i++) {
				CompletionStage<byte[]> reply = port.callAsync((commands) -> commands.get(KEY));
				refused(() -> join(reply), "Command GET on shop:room:*", "missing rule: +get");
			}
		}
	}

	@Test
	void commandsOfABatchAreNamed() {
		try (CommandPort port = user("-get")) {
			RedisBatch batch = port.batch();
			CompletionStage<byte[]> first = batch.get(KEY);
			CompletionStage<byte[]> second = batch.get(OTHER_KEY);
			batch.flush();
			refused(() -> join(first), "Command GET on shop:room:*", "missing rule: +get");
			refused(() -> batch.await(List.of(second)), "Command GET on other:room:*", "missing rule: +get");
		}
	}

	@ParameterizedTest
	@CsvSource({ "-pexpire,PEXPIRE,+pexpire", "-evalsha -eval,EVAL,+eval", "-incrby -pexpire,INCRBY,+incrby" })
	void aScriptIsNamedWithTheCommandThatIsMissing(String rules, String command, String rule) {
		try (CommandPort port = user(rules)) {
			refused(() -> port.eval(WRITE_AND_EXPIRE, new String[] { KEY }, Utf8.bytes(60_000)),
					"Script test/write-and-expire on shop:room:* was refused",
					"may not run " + command + "; missing rule: " + rule);
			CompletionStage<Long> async = port.evalAsync(WRITE_AND_EXPIRE, new String[] { KEY }, Utf8.bytes(60_000));
			refused(() -> join(async), "Script test/write-and-expire", "missing rule: " + rule);
			assertThat(this.server.command("EXISTS", KEY)).isEqualTo("0");
		}
	}

	@Test
	void aScriptThatIsKnownToTheServerIsNamedWhenItsDigestIsRefused() {
		try (CommandPort port = user("")) {
			port.eval(WRITE_AND_EXPIRE, new String[] { KEY }, Utf8.bytes(60_000));
			rules("-evalsha");
			refused(() -> port.eval(WRITE_AND_EXPIRE, new String[] { KEY }, Utf8.bytes(60_000)),
					"Script test/write-and-expire on shop:room:*", "missing rule: +evalsha");
		}
	}

	@Test
	void aScriptThatIsStoppedInItsMiddleIsNamedWithTheCommand() {
		try (CommandPort port = user("")) {
			port.eval(WRITE_AND_EXPIRE, new String[] { KEY }, Utf8.bytes(60_000));
			rules("-pexpire");
			refused(() -> port.eval(WRITE_AND_EXPIRE, new String[] { KEY }, Utf8.bytes(60_000)),
					"Script test/write-and-expire on shop:room:*", "may not run PEXPIRE", "missing rule: +pexpire");
		}
	}

	@Test
	void theKeyOfAScriptIsNamedByItsPatternOnly() {
		try (CommandPort port = user("")) {
			refused(() -> port.eval(WRITE_AND_EXPIRE, new String[] { OTHER_KEY }, Utf8.bytes(60_000)),
					"Script test/write-and-expire on other:room:*", "missing rule: ~other:room:*");
		}
	}

	@Test
	void theCommandThatWaitsForReplicasIsNamed() {
		try (CommandPort port = user("-wait")) {
			refused(() -> port.evalReplicated(WRITE_AND_EXPIRE, new String[] { KEY }, 1, Duration.ofMillis(10),
					Utf8.bytes(60_000)), "Command WAIT was refused", "missing rule: +wait");
		}
	}

	@ParameterizedTest
	@CsvSource({ "-subscribe,+subscribe", "resetchannels,&shop:topic:channel:*" })
	void aSubscriptionIsLoggedOnceWithItsRule(String rules, String rule) {
		try (CommandPort port = user(rules); CapturedLog log = CapturedLog.of("io.github.rediscomponents.support")) {
			this.server.command("CONFIG", "RESETSTAT");
			port.subscribe("shop:topic:channel:news", (message) -> {
			});
			await().atMost(PATIENCE).until(() -> rejected("subscribe") >= 2);
			assertThat(log.lines()).filteredOn((line) -> line.contains("news"))
				.singleElement()
				.asString()
				.contains("refuses the subscription to channel shop:topic:channel:news", "missing rule: " + rule);
		}
	}

	@Test
	void aReaderIsLoggedOnceWithItsRuleAndReadsWhenItIsGranted() throws Exception {
		try (CommandPort port = user("-xreadgroup"); CapturedLog log = CapturedLog.of("io.github.rediscomponents")) {
			this.server.command("CONFIG", "RESETSTAT");
			StreamQueues streams = StreamQueues.create(port, new KeySpace("shop"), ValueCodecs.json(), this.background,
					new LiveSettings<>(Map.of()));
			var queue = TaskQueues.create(streams, new LiveSettings<>(Map.of()))
				.get("mail", String.class, WorkQueueSettings.defaults());
			CompletableFuture<String> seen = new CompletableFuture<>();
			queue.subscribe((delivery) -> seen.complete(delivery.value()), SubscribeOptions.DEFAULTS);
			queue.enqueue("x");
			await().atMost(PATIENCE)
				.until(() -> described(log).stream().anyMatch((line) -> line.contains("'mail' cannot be read")));
			long before = rejected("xreadgroup");
			await().atMost(PATIENCE).until(() -> rejected("xreadgroup") > before + 1);
			assertThat(described(log)).filteredOn((line) -> line.contains("'mail' cannot be read"))
				.singleElement()
				.asString()
				.contains("Command XREADGROUP on shop:task:*", "missing rule: +xreadgroup");
			rules("+xreadgroup");
			assertThat(seen.get(1, TimeUnit.MINUTES)).isEqualTo("x");
			streams.stop(PATIENCE);
		}
	}

	@Test
	void trackingIsLoggedWithItsRule() {
		try (CommandPort port = user("-client");
				CapturedLog log = CapturedLog.of("io.github.rediscomponents.support")) {
			this.server.command("CONFIG", "RESETSTAT");
			KeyTracking tracking = port.tracking(new SilentTracking());
			tracking.track(Set.of("shop:"));
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(described(log)).filteredOn((line) -> line.contains("refuses to track"))
					.first()
					.asString()
					.contains("missing rule: +client|tracking"));
			tracking.close();
		}
	}

	@Test
	void theNodesOfAClusterThatMayNotBeAskedForAreNamed() {
		RedisCluster cluster = SharedRedis.cluster();
		cluster.nodes()
			.forEach((node) -> node.command("ACL", "SETUSER", "refused", "reset", "on", ">secret", "~*", "+@all",
					"-cluster"));
		List<String> uris = cluster.nodes()
			.stream()
			.map((node) -> node.uri().replace("redis://", "redis://refused:secret@"))
			.toList();
		try (CommandPort port = TestPorts.open(uris, Duration.ofSeconds(20))) {
			assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> port.call((commands) -> commands.get(KEY)))
				.withMessageContaining("Redis cannot be reached: ")
				.withMessageContaining("missing rule: +cluster|nodes");
		}
		finally {
			cluster.nodes().forEach((node) -> node.command("ACL", "DELUSER", "refused"));
		}
	}

	private CommandPort user(String rules) {
		this.server.command("ACL", "SETUSER", "refused", "reset", "on", ">secret", "~shop:*", "resetchannels",
				"&shop:*", "+@all");
		rules(rules);
		return TestPorts.open(this.server.uri().replace("redis://", "redis://refused:secret@"));
	}

	private void rules(String rules) {
		this.server.command(("ACL SETUSER refused " + rules).strip().split(" "));
	}

	private static void refused(ThrowingCallable call, String... parts) {
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(call).satisfies((refusal) -> {
			assertThat(refusal).message().contains(parts).doesNotContain("secret");
			assertThat(refusal).cause().isInstanceOf(RedisCommandExecutionException.class);
		});
	}

	private static void join(CompletionStage<?> reply) {
		try {
			reply.toCompletableFuture().join();
		}
		catch (CompletionException ex) {
			throw (RuntimeException) ex.getCause();
		}
	}

	/**
	 * The lines and, as a logger shows it below them, the messages of their exceptions.
	 */
	private static List<String> described(CapturedLog log) {
		return log.warnings()
			.stream()
			.map((event) -> event.getFormattedMessage() + " " + event.getThrowableProxy().getMessage())
			.toList();
	}

	/** Refused calls of a command and of its subcommands. */
	private long rejected(String command) {
		return String.valueOf(this.server.command("INFO", "commandstats"))
			.lines()
			.filter((line) -> line.matches("cmdstat_" + command + "(\\|\\w+)?:.*"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll(".*rejected_calls=(\\d+).*", "$1")))
			.sum();
	}

}
