// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BackgroundInside;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.ShortOfThreads;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * An Error while a connection is made or a primary is looked for.
 */
class PrimaryErrorTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final LuaScript<Long> ADD = LuaScript.integer("test/add", 1, 0);

	private static final String[] KEY = { "n" };

	private final RedisServer server = RedisServer.start();

	private final RedisServer next = RedisServer.start();

	private final ShortOfThreads threads = new ShortOfThreads();

	private final Background background = BackgroundInside.of(this.threads);

	private final FailingConnector connector = new FailingConnector(this.server);

	private final CommandPort port = CommandPort.open(this.connector, this.background, Duration.ofSeconds(30));

	@AfterEach
	void close() {
		this.threads.end();
		this.port.close();
		this.background.close();
		this.next.close();
		this.server.close();
		assertThat(this.threads.uncaught()).isEmpty();
	}

	/** The server of the connection becomes a replica of another one. */
	private void demote() {
		// The timer has its thread before there is none.
		this.background.timer().schedule(() -> true, 0, TimeUnit.MILLISECONDS);
		this.port.eval(ADD, KEY);
		this.connector.lead(this.next);
		this.server.command("REPLICAOF", this.next.host(), String.valueOf(this.next.port()));
	}

	private void refused() {
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> this.port.eval(ADD, KEY))
			.withMessageContaining("READONLY");
	}

	private void findsThePrimary() {
		await().atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
			.until(() -> this.port.eval(ADD, KEY) > 0);
		assertThat(this.next.command("EXISTS", "n")).hasToString("1");
	}

	@Test
	void closesAConnectionThatCannotBeUsed() {
		this.connector.failUse(1);
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.port.call((commands) -> commands.ping()))
			.withRootCauseInstanceOf(NoClassDefFoundError.class);
		await().atMost(PATIENCE).until(() -> this.connector.open() == 0);
		await().atMost(PATIENCE).ignoreExceptions().until(() -> this.port.call((commands) -> commands.ping()) != null);
		assertThat(this.connector.open()).isEqualTo(1);
	}

	/** One more connection is open in the end, after one that could not be set up. */
	private void closesTheFirst(Runnable use) {
		await().atMost(PATIENCE).untilAsserted(() -> {
			use.run();
			assertThat(this.connector.made()).isEqualTo(3);
			assertThat(this.connector.open()).isEqualTo(2);
		});
	}

	@Test
	void closesAConnectionForReplicasThatCannotBeSetUp() {
		this.port.eval(ADD, KEY);
		this.connector.failUse(1);
		closesTheFirst(() -> catchThrowable(() -> this.port.evalReplicated(ADD, KEY, 1, Duration.ofMillis(10))));
	}

	@Test
	void closesAConnectionForReadsThatCannotBeSetUp() {
		this.server.command("XGROUP", "CREATE", "stream", "group", "0", "MKSTREAM");
		this.port.eval(ADD, KEY);
		this.connector.failUse(1);
		try (StreamReads reads = this.port.streamReads()) {
			closesTheFirst(() -> catchThrowable(() -> read(reads).toCompletableFuture().join()));
		}
	}

	@Test
	void closesAConnectionForMessagesThatCannotBeSetUp() {
		this.port.eval(ADD, KEY);
		this.connector.failUse(1);
		CommandPort.Subscription subscription = this.port.subscribe("channel", (message) -> {
		});
		closesTheFirst(() -> {
		});
		subscription.close();
	}

	@Test
	void looksAgainAfterASearchThatFailed() {
		demote();
		this.connector.failUse(1);
		refused();
		findsThePrimary();
	}

	@Test
	void tellsTheFailureOfACommandAlthoughNoThreadLooksForThePrimary() {
		demote();
		this.threads.begin(this.background.workers());
		refused();
		assertThat(this.port.evalAsync(ADD, KEY)).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withMessageContaining("READONLY");
		this.threads.end();
		findsThePrimary();
	}

	@Test
	void endsAReadAlthoughNoThreadClosesItsConnection() {
		this.server.command("XGROUP", "CREATE", "stream", "group", "0", "MKSTREAM");
		try (StreamReads reads = this.port.streamReads()) {
			assertThat(read(reads)).succeedsWithin(PATIENCE);
			demote();
			this.threads.begin(this.background.workers());
			assertThat(read(reads)).failsWithin(PATIENCE)
				.withThrowableOfType(ExecutionException.class)
				.withMessageContaining("READONLY");
		}
	}

	private static CompletionStage<StreamReply> read(StreamReads reads) {
		return reads.read("group", "consumer", 1, List.of("stream"), List.of("mark"), false);
	}

}
