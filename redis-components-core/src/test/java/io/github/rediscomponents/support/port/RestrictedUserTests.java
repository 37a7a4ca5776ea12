// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.cluster.RedisClusterClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.support.server.ServerIdentity;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A user that an ACL restricts: INFO and ACL are among the commands that it may not run.
 */
class RestrictedUserTests {

	private static final LuaScript<Long> WRITE_AND_EXPIRE = LuaScript.integer("test/write-and-expire", 1, 1);

	private static final LuaScript<Long> ADD = LuaScript.integer("test/add", 1, 0);

	private static final String[] KEY = { "acl:room:{one}" };

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final Background background = new Background();

	private final List<AbstractRedisClient> clients = new ArrayList<>();

	@BeforeEach
	void empty() {
		SharedRedis.standalone().command("FLUSHALL");
		SharedRedis.standalone().command("SCRIPT", "FLUSH");
		SharedRedis.cluster().nodes().forEach((node) -> node.command("FLUSHALL"));
	}

	@AfterEach
	void close() {
		this.clients.forEach(AbstractRedisClient::shutdown);
		this.background.close();
	}

	@Test
	void infoThatIsRefusedIsNoOutage() {
		RedisServer server = SharedRedis.standalone();
		user(server, "+@all -@dangerous");
		try (CommandPort port = open(server)) {
			assertThat(port.<String>call((commands) -> commands.ping())).isEqualTo("PONG");
			assertThat(port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000))).isEqualTo(1);
		}
		assertThat(server.command("GET", KEY[0])).isEqualTo("1");
	}

	@Test
	void helloTellsVersionAndRoleToAUserThatMayNotRunInfo() throws Exception {
		try (RedisReplication redis = RedisReplication.builder().replicas(1).start()) {
			for (RedisServer server : redis.nodes()) {
				user(server, "+@all -@dangerous");
				ServerIdentity identity = ServerIdentity
					.ask(client(RedisClient.create(uri(server))).connect(RedisConnector.CODEC).async())
					.toCompletableFuture()
					.get(1, TimeUnit.MINUTES);
				assertThat(identity.primary()).isEqualTo(server == redis.master());
				assertThat(identity.version()).matches("\\d+\\.\\d+.*");
				assertThat(identity.isNamed()).isFalse();
			}
		}
	}

	@Test
	void followsAReplicaThatIsPromotedByHand() {
		try (RedisReplication redis = RedisReplication.builder().replicas(1).start()) {
			redis.nodes().forEach((server) -> user(server, "+@all -@dangerous"));
			RedisClient client = client(RedisClient.create());
			List<RedisURI> nodes = redis.nodes().stream().map(RestrictedUserTests::uri).toList();
			try (CommandPort port = CommandPort.open(RedisConnector.ofMasterReplica(() -> client, nodes),
					this.background, PATIENCE)) {
				assertThat(port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000))).isEqualTo(1);
				RedisServer promoted = redis.failover();
				await().atMost(Duration.ofSeconds(60))
					.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
					.untilAsserted(() -> {
						long written = port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000));
						assertThat(promoted.command("GET", KEY[0])).isEqualTo(String.valueOf(written));
					});
			}
		}
	}

	@Test
	void worksOnAClusterWithTheRightToAskForItsNodes() {
		RedisCluster cluster = SharedRedis.cluster();
		cluster.nodes().forEach((node) -> user(node, "+@all -@dangerous +cluster|nodes"));
		RedisClusterClient client = client(
				RedisClusterClient.create(cluster.nodes().stream().map(RestrictedUserTests::uri).toList()));
		try (CommandPort port = CommandPort.open(RedisConnector.of(() -> client), this.background, PATIENCE)) {
			for (int i = 0; i < 20; i++) {
				assertThat(port.eval(WRITE_AND_EXPIRE, new String[] { "acl:room:{" + i + "}" }, Utf8.bytes(60_000)))
					.isEqualTo(1);
			}
		}
	}

	@Test
	void aScriptThatLacksARightIsNamedTogetherWithItAndHasWrittenNothing() {
		RedisServer server = SharedRedis.standalone();
		user(server, "+@all -@dangerous -pexpire");
		try (CommandPort port = open(server)) {
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(() -> port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000)))
				.withMessageContaining("test/write-and-expire")
				.withMessageContaining("may not run PEXPIRE");
			CompletableFuture<Long> async = port.evalAsync(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000))
				.toCompletableFuture();
			assertThatExceptionOfType(CompletionException.class).isThrownBy(async::join)
				.withCauseInstanceOf(RedisCommandException.class)
				.withMessageContaining("may not run PEXPIRE");
			RedisBatch batch = port.batch();
			CompletableFuture<Long> batched = batch.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000))
				.toCompletableFuture();
			batch.flush();
			assertThatExceptionOfType(CompletionException.class).isThrownBy(batched::join)
				.withMessageContaining("may not run PEXPIRE");
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(
						() -> port.evalReplicated(WRITE_AND_EXPIRE, KEY, 1, Duration.ofMillis(10), Utf8.bytes(60_000)))
				.withMessageContaining("may not run PEXPIRE");
			assertThat(server.command("EXISTS", KEY[0])).isEqualTo("0");
			user(server, "+pexpire");
			assertThat(port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000))).isEqualTo(1);
		}
	}

	@Test
	void aRightThatIsTakenAwayIsNamedByTheLineOfTheScriptThatNeedsIt() {
		RedisServer server = SharedRedis.standalone();
		user(server, "+@all -@dangerous");
		try (CommandPort port = open(server)) {
			assertThat(port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000))).isEqualTo(1);
			user(server, "-pexpire");
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(() -> port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000)))
				.withMessageContaining("test/write-and-expire")
				.withMessageContaining("may not run PEXPIRE");
			Object written = server.command("GET", KEY[0]);
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(() -> port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000)))
				.withMessageContaining("nothing was written");
			assertThat(server.command("GET", KEY[0])).isEqualTo(written);
		}
	}

	@Test
	void aKeyThatIsRefusedIsNamedByItsPatternOnly() {
		RedisServer server = SharedRedis.standalone();
		user(server, "+@all -@dangerous");
		try (CommandPort port = open(server)) {
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(
						() -> port.eval(WRITE_AND_EXPIRE, new String[] { "other:room:{secret}" }, Utf8.bytes(60_000)))
				.withMessageContaining("test/write-and-expire")
				.withMessageContaining("may not use keys like other:room:*");
		}
	}

	@Test
	void theRightsToAScriptAreProvenOnceForAConnection() {
		RedisServer server = SharedRedis.standalone();
		user(server, "+@all -@dangerous");
		try (CommandPort port = open(server)) {
			server.command("CONFIG", "RESETSTAT");
			for (int i = 0; i < 10; i++) {
				port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000));
			}
			// Once behind the prelude, once because the plain text was not known.
			assertThat(calls(server, "eval")).isBetween(1, 2);
			assertThat(calls(server, "incrby")).isEqualTo(11);
		}
	}

	@Test
	void theRightsOfAGreatBatchAreProvenByItsFirstScripts() {
		RedisServer server = SharedRedis.standalone();
		user(server, "+@all -@dangerous");
		try (CommandPort port = open(server)) {
			RedisBatch batch = port.batch();
			List<CompletionStage<Long>> replies = Stream
				.generate(() -> batch.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000)))
				.limit(5_000)
				.toList();
			server.command("CONFIG", "RESETSTAT");
			batch.flush();
			assertThat(batch.await(replies)).hasSize(5_000).endsWith(5_000L);
			// What goes out before the first answer has at most 256 KiB.
			assertThat(calls(server, "eval")).isLessThan(100);
		}
	}

	@Test
	void aScriptThatIsAlwaysRefusedCostsTheOthersNothing() {
		RedisServer server = SharedRedis.standalone();
		user(server, "+@all -@dangerous -pexpire");
		try (CommandPort port = open(server)) {
			server.command("CONFIG", "RESETSTAT");
			for (int i = 0; i < 10; i++) {
				assertThatExceptionOfType(RedisCommandException.class)
					.isThrownBy(() -> port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000)));
				assertThat(port.eval(ADD, KEY)).isEqualTo(i + 1);
				assertThatExceptionOfType(RedisCommandException.class)
					.isThrownBy(() -> port.eval(ADD, new String[] { "other:{key}" }));
			}
			// Ten that are refused, and one behind the prelude and one as text of the
			// other.
			assertThat(calls(server, "eval")).isLessThanOrEqualTo(12);
		}
	}

	@Test
	void theDefaultUserWritesNothingEitherWhenItLacksARight() {
		try (RedisServer server = RedisServer.start()) {
			server.command("ACL", "SETUSER", "default", "-pexpire");
			try (CommandPort port = TestPorts.connected(TestPorts.open(server))) {
				assertThatExceptionOfType(RedisCommandException.class)
					.isThrownBy(() -> port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000)))
					.withMessageContaining("may not run PEXPIRE");
			}
			assertThat(server.command("EXISTS", KEY[0])).isEqualTo("0");
		}
	}

	@Test
	void theDefaultUserIsNotAsked() {
		RedisServer server = SharedRedis.standalone();
		try (CommandPort port = TestPorts.open(server)) {
			server.command("CONFIG", "RESETSTAT");
			port.eval(WRITE_AND_EXPIRE, KEY, Utf8.bytes(60_000));
			assertThat(calls(server, "incrby")).isEqualTo(1);
		}
	}

	@Test
	void everyCommandOfEveryScriptHasAFormThatChangesNothing() throws Exception {
		String prelude = LuaScript.bytes("support/rights", 1, 0).source();
		LuaScriptTests.files()
			.forEach((name,
					text) -> assertThat(ScriptRights.commands(text)
						.stream()
						.filter((command) -> !List.of("PUBLISH", "SPUBLISH", "INFO", "PUBSUB").contains(command)))
						.as(name)
						.allMatch((command) -> prelude.contains("['" + command + "'] = {")
								|| prelude.matches("(?s).*[\\s,{]" + Pattern.quote(command) + " = \\{.*")));
	}

	private CommandPort open(RedisServer server) {
		RedisClient client = client(RedisClient.create(uri(server)));
		return CommandPort.open(RedisConnector.of(() -> client), this.background, PATIENCE);
	}

	private <C extends AbstractRedisClient> C client(C made) {
		this.clients.add(made);
		return made;
	}

	private static RedisURI uri(RedisServer server) {
		RedisURI uri = RedisURI.create(server.uri());
		uri.setCredentialsProvider(new StaticCredentialsProvider("restricted", "secret".toCharArray()));
		return uri;
	}

	private static void user(RedisServer server, String rights) {
		server.command(("ACL SETUSER restricted on >secret ~acl:* resetchannels &acl:* " + rights).split(" "));
	}

	private static int calls(RedisServer server, String command) {
		Matcher matcher = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
			.matcher(String.valueOf(server.command("INFO", "commandstats")));
		return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
	}

}
