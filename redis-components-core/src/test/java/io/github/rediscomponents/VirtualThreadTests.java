// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.ClusterWork.Step;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each component on virtual threads: no wait keeps a carrier, by the events of the JVM.
 */
@Tag("contract")
@StandaloneAndCluster
class VirtualThreadTests extends TopologyFixture {

	private static final int THREADS = 16;

	private static final int TIMES = 10;

	private LettuceConnectionFactory factory;

	private RedisComponents components;

	VirtualThreadTests(RedisTopology topology) {
		super(topology);
	}

	@BeforeAll
	static void needsVirtualThreads() {
		VirtualThreads.assumeSupported();
	}

	@BeforeEach
	void connect() {
		this.factory = TestFactories.to(server());
		this.components = VirtualThreadWork.components(this.factory, Duration.ofSeconds(30));
	}

	@AfterEach
	void disconnect() {
		if (this.components != null) {
			this.components.close();
			this.factory.destroy();
		}
	}

	@Test
	void aCallerOfEachComponentLeavesItsCarrier() throws Exception {
		List<Step> steps = VirtualThreadWork.of(this.components, "one")
			.stream()
			.map((step) -> (Step) () -> repeat(step))
			.toList();
		PinnedCarriers.assertNone(() -> VirtualThreads.run(steps));
	}

	@Test
	void callersOfOneNameLeaveTheirCarriers() throws Exception {
		List<Step> steps = new ArrayList<>();
		VirtualThreadWork.of(this.components, "all")
			.forEach((step) -> steps.addAll(Collections.nCopies(THREADS, () -> repeat(step))));
		PinnedCarriers.assertNone(() -> VirtualThreads.run(steps));
	}

	private static void repeat(Step step) throws Exception {
		for (int i = 0; i < TIMES; i++) {
			step.run();
		}
	}

	@Test
	void handlersRunOnTheThreadsOfTheWorkers() throws Exception {
		TaskQueue<String> queue = this.components.taskQueues().get("mail", String.class, WorkQueueSettings.defaults());
		CompletableFuture<Thread> handler = new CompletableFuture<>();
		queue.subscribe((delivery) -> handler.complete(Thread.currentThread()), SubscribeOptions.DEFAULTS);
		queue.enqueue("hello");
		assertThat(handler.get(30, TimeUnit.SECONDS)).matches(VirtualThreads::isVirtual)
			.extracting(Thread::getName)
			.asString()
			.startsWith("worker-");
	}

}
