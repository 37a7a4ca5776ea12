// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whoever waits for a script or a batch that an Error keeps from being sent hears of it,
 * and the next one is sent.
 */
class DispatchErrorTests {

	/** Shorter than the time-out, which must not be what ends the call. */
	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final LuaScript<Long> ADD = LuaScript.integer("test/add", 1, 0);

	private static final String[] KEY = { "n" };

	private static RedisServer server;

	private final Background background = new Background();

	private final FailingConnector connector = new FailingConnector(server);

	private final CommandPort port = CommandPort.open(this.connector, this.background, Duration.ofMinutes(2));

	DispatchErrorTests() {
		server.command("FLUSHALL");
		server.command("SCRIPT", "FLUSH");
		this.port.call((commands) -> commands.ping());
	}

	@BeforeAll
	static void startRedis() {
		server = RedisServer.start();
	}

	@AfterEach
	void closePort() {
		this.port.close();
		this.background.close();
	}

	@AfterAll
	static void stopRedis() {
		server.close();
	}

	private static void failed(CompletionStage<?> reply, Outcome outcome) {
		assertThat(reply).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.havingCause()
			.isInstanceOfSatisfying(RedisUnavailableException.class,
					(ex) -> assertThat(ex.outcome()).isEqualTo(outcome));
	}

	private static void failed(CompletionStage<?> reply) {
		assertThat(reply).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.havingRootCause()
			.isInstanceOf(NoClassDefFoundError.class);
	}

	@Test
	void ofABatch() {
		RedisBatch batch = this.port.batch();
		CompletionStage<byte[]> value = batch.get("k");
		CompletionStage<Long> sum = batch.eval(ADD, KEY);
		this.connector.failAfter(0);
		batch.flush();
		failed(value);
		failed(sum);
		CompletionStage<Long> next = batch.eval(ADD, KEY);
		batch.flush();
		assertThat(next).succeedsWithin(PATIENCE).isEqualTo(1L);
	}

	@Test
	void ofALaterPartOfABatch() {
		this.port.eval(ADD, KEY);
		RedisBatch batch = this.port.batch();
		List<CompletionStage<Long>> sums = new ArrayList<>();
		for (int i = 0; i < 2 * RedisBatch.CHUNK_COMMANDS + 1; i++) {
			sums.add(batch.eval(ADD, KEY));
		}
		this.connector.failAfter(1);
		batch.flush();
		assertThat(sums.get(0)).succeedsWithin(PATIENCE).isEqualTo(2L);
		failed(sums.get(RedisBatch.CHUNK_COMMANDS));
		failed(sums.get(RedisBatch.CHUNK_COMMANDS), Outcome.UNKNOWN);
		failed(sums.get(2 * RedisBatch.CHUNK_COMMANDS), Outcome.NOT_EXECUTED);
	}

	@Test
	void ofTheTextsOfABatch() {
		RedisBatch batch = this.port.batch();
		CompletionStage<Long> one = batch.eval(ADD, KEY);
		CompletionStage<Long> other = batch.eval(ADD, KEY);
		this.connector.failAfter(1);
		batch.flush();
		failed(one);
		failed(other, Outcome.NOT_EXECUTED);
	}

	@Test
	void ofACallOfABatchThatCannotBeMade() {
		LuaScript<Long> spin = LuaScript.integer("test/spin", 1, 1);
		RedisBatch batch = this.port.batch();
		CompletionStage<Long> impossible = batch.eval(spin, KEY, (byte[]) null);
		CompletionStage<Long> sum = batch.eval(ADD, KEY);
		batch.flush();
		assertThat(impossible).failsWithin(PATIENCE);
		assertThat(sum).succeedsWithin(PATIENCE).isEqualTo(1L);
	}

	@Test
	void ofAScript() {
		this.connector.failAfter(0);
		failed(this.port.evalAsync(ADD, KEY));
		assertThat(this.port.evalAsync(ADD, KEY)).succeedsWithin(PATIENCE).isEqualTo(1L);
	}

	@Test
	void ofTheTextOfAScript() {
		this.connector.failAfter(1);
		failed(this.port.evalAsync(ADD, KEY));
		assertThat(this.port.evalAsync(ADD, KEY)).succeedsWithin(PATIENCE).isEqualTo(1L);
	}

	@Test
	void ofAScriptThatWaitsForReplicas() {
		this.connector.failAfter(0);
		CompletionStage<Replicated<Long>> first = this.port.evalReplicatedAsync(ADD, KEY, 1, Duration.ofMillis(1));
		failed(first);
		failed(first, Outcome.UNKNOWN);
		assertThat(this.port.evalReplicatedAsync(ADD, KEY, 1, Duration.ofMillis(1))).succeedsWithin(PATIENCE)
			.isEqualTo(new Replicated<>(1L, 0));
	}

}
