// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueKind;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the tests of semaphores have in common.
 */
abstract class SemaphoreFixture extends TopologyFixture {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	static final SemaphoreSettings SETTINGS = SemaphoreSettings.defaults();

	static final SemaphoreSettings NO_POLLING = SETTINGS.withPollBound(Duration.ofMinutes(1));

	final Background background = new Background();

	private final List<DistributedSemaphore> made = new ArrayList<>();

	final String name = "printer " + UUID.randomUUID();

	SemaphoreFixture(RedisTopology topology) {
		super(topology);
	}

	/** The semaphores of another process, as far as Redis can tell. */
	DistributedSemaphore process(LiveSettings<SemaphoreSettings> settings, SemaphoreObserver listener) {
		DistributedSemaphore semaphores = DistributedSemaphore.create(port(), new KeySpace("t"), settings,
				this.background, listener);
		this.made.add(semaphores);
		return semaphores;
	}

	DistributedSemaphore process(SemaphoreSettings settings) {
		return process(new LiveSettings<>(settings), SemaphoreObserver.NONE);
	}

	NamedSemaphore semaphore(SemaphoreOptions options) {
		return process(SETTINGS).get(this.name, options);
	}

	NamedSemaphore semaphore(int permits) {
		return semaphore(SemaphoreOptions.of(permits));
	}

	QueueKeys keys() {
		return QueueKeys.of(new KeySpace("t"), "sem", QueueKind.SEMAPHORE, this.name);
	}

	List<String> existingKeys() {
		return Stream.of(keys().all()).filter((key) -> redis("EXISTS", key).equals("1")).toList();
	}

	String redis(String command, String key) {
		return String.valueOf(server().masterFor(key).command(command, key));
	}

	int waiting() {
		String key = keys().waiters();
		return Integer.parseInt(redis("ZCARD", key));
	}

	void awaitWaiting(int waiters) {
		await().atMost(PATIENCE).until(() -> waiting() == waiters);
	}

	@AfterEach
	void leaveNothingBehind() {
		this.made.forEach((semaphores) -> await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(semaphores.activity().waiting()).isEmpty()));
		this.made.forEach(DistributedSemaphore::close);
		this.background.close();
	}

}
