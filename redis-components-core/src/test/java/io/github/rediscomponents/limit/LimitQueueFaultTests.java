// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.LiveDeclaration;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to a queue when replies are lost and Redis is away.
 */
class LimitQueueFaultTests {

	private final RedisServer server = RedisServer.start();

	private final RedisProxy proxy = RedisProxy.to(this.server);

	private CommandPort port;

	@BeforeEach
	void connect() {
		this.port = TestPorts.open(this.proxy.uri(), Duration.ofSeconds(20));
	}

	@AfterEach
	void close() {
		this.port.close();
		this.proxy.close();
		this.server.close();
	}

	@ParameterizedTest
	@EnumSource
	void addsAnElementOnceWhenItsOfferIsRepeatedAfterALostReply(Dedupe dedupe) {
		LimitQueue<String> queue = queue(new LiveSettings<>(LimitQueueSettings.of(10).withDedupe(dedupe)))
			.keyedBy((value) -> value);
		queue.offerAll(List.of("a", "b"));
		this.server.resetStats();
		this.proxy.swallowNextReply();
		OfferResult result = queue.offer("c");
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(this.server.commandCalls()).containsEntry("evalsha", 2L);
		assertThat(result.accepted()).isTrue();
		assertThat(result.added() + result.moved()).isEqualTo(1);
		assertThat(queue.list()).containsExactly("c", "b", "a");
	}

	@Test
	void saysHowManyOfABatchWereOfferedWhenTheServerHangs() {
		LimitQueue<String> queue = queue(new LiveSettings<>(LimitQueueSettings.of(20)));
		queue.offer("a");
		LimitQueue<String> impatient = queue(this.port.withTimeout(Duration.ofSeconds(1)),
				new LiveSettings<>(LimitQueueSettings.of(20)));
		List<String> batch = java.util.stream.IntStream.range(0, 2500).mapToObj(Integer::toString).toList();
		this.server.pause();
		try {
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> impatient.offerAll(batch))
				.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(0, 1000, 1500)));
		}
		finally {
			this.server.resume();
		}
	}

	@Test
	void reportsABusinessKeyAsLetInWhenItsRepeatedOfferFindsItsElementGone() {
		LimitQueue<String> queue = queue(new LiveSettings<>(LimitQueueSettings.of(2).withDedupe(Dedupe.KEY)))
			.keyedBy((value) -> value.substring(0, 1));
		// There is room for two: a1 leaves within the script that let it in.
		List<String> batch = List.of("a1", "b1", "c1", "a2");
		queue.offer("z1");
		this.proxy.swallowNextReply();
		OfferResult result = queue.offerAll(batch);
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(result.added()).isEqualTo(3);
		assertThat(result.refused()).isEqualTo(1);
		assertThat(queue.list()).containsExactly("c1", "b1");
	}

	@Test
	void losesNoElementWhenTheReplyOfAPollIsLost() {
		LimitQueue<String> queue = queue(new LiveSettings<>(LimitQueueSettings.of(20)));
		queue.offerAll(IntStream.range(0, 10).mapToObj(String::valueOf).toList());
		for (int i = 0; i < 10; i++) {
			if (i % 3 == 1) {
				this.proxy.swallowNextReply();
			}
			assertThat(queue.poll()).contains(String.valueOf(i));
		}
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
		assertThat(queue.poll()).isEmpty();
	}

	@Test
	void writesALengthThatWasChangedWhileRedisWasAwayWithTheNextOffer() {
		LiveSettings<LimitQueueSettings> settings = new LiveSettings<>(LimitQueueSettings.of(10));
		LimitQueue<String> queue = queue(this.port.withTimeout(Duration.ofMillis(200)), settings);
		await().ignoreExceptions()
			.until(() -> queue.offerAll(IntStream.range(0, 10).mapToObj(String::valueOf).toList()).size() == 10);
		this.server.kill();
		await().untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(queue::size));
		settings.swap(LimitQueueSettings.of(3));
		this.server.restart();
		await().ignoreExceptions()
			.untilAsserted(() -> assertThat(queue.offerAll(List.of("a", "b", "c", "d")).size()).isEqualTo(3));
		await().ignoreExceptions().untilAsserted(() -> assertThat(queue.length()).isEqualTo(3));
	}

	@Test
	void keepsEverythingIfARightIsMissingWhenItBecomesMuchShorter() {
		LiveSettings<LimitQueueSettings> settings = new LiveSettings<>(LimitQueueSettings.of(3_000));
		LimitQueue<String> queue = queue(settings);
		queue.offerAll(IntStream.range(0, 3_000).mapToObj(String::valueOf).toList());
		this.server.command("ACL", "SETUSER", "default", "-zadd");
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.limit")) {
			settings.swap(LimitQueueSettings.of(3));
			await().until(() -> log.lines().stream().anyMatch((line) -> line.contains("takes effect")));
		}
		assertThat(queue.list()).hasSize(3_000);
		this.server.command("ACL", "SETUSER", "default", "+zadd");
		assertThat(queue.offer("next").trimmed()).isEqualTo(2_998);
		assertThat(queue.list()).containsExactly("next", "2999", "2998");
	}

	@Test
	void becomesMuchShorterAlthoughTheReplyIsLost() {
		LiveSettings<LimitQueueSettings> settings = new LiveSettings<>(LimitQueueSettings.of(3_000));
		LimitQueue<String> queue = queue(settings);
		queue.offerAll(IntStream.range(0, 3_000).mapToObj(String::valueOf).toList());
		this.server.resetStats();
		this.proxy.swallowNextReply();
		settings.swap(LimitQueueSettings.of(3));
		await().until(() -> this.server.commandCalls().getOrDefault("evalsha", 0L) == 2);
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(queue.list()).containsExactly("2999", "2998", "2997");
		assertThat(queue.length()).isEqualTo(3);
		assertThat(queue.offer("next").trimmed()).isEqualTo(1);
	}

	@Test
	void aShorteningThatIsRepeatedDoesNotUndoALaterLength() {
		LiveSettings<LimitQueueSettings> settings = new LiveSettings<>(LimitQueueSettings.of(3_000));
		LimitQueue<String> queue = queue(settings);
		List<String> many = IntStream.range(0, 3_000).mapToObj(String::valueOf).toList();
		queue.offerAll(many);
		this.server.resetStats();
		this.proxy.swallowNextReply();
		settings.swap(LimitQueueSettings.of(3));
		settings.swap(LimitQueueSettings.of(1_000));
		assertThat(queue.offerAll(many).size()).isEqualTo(1_000);
		await().until(() -> this.server.commandCalls().getOrDefault("evalsha", 0L) >= 6);
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(queue.length()).isEqualTo(1_000);
		assertThat(queue.list()).isEqualTo(IntStream.range(0, 1_000).mapToObj((i) -> "" + (2_999 - i)).toList());
	}

	private LimitQueue<String> queue(LiveSettings<LimitQueueSettings> settings) {
		return queue(this.port, settings);
	}

	private static LimitQueue<String> queue(CommandPort redis, LiveSettings<LimitQueueSettings> settings) {
		return LimitQueues
			.create(redis, new KeySpace("test"), ValueCodecs.json(), LiveDeclaration.of("gifts", settings))
			.get("gifts", String.class);
	}

}
