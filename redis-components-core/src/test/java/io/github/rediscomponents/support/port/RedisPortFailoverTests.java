// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the port does when another server becomes master.
 */
class RedisPortFailoverTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	/** From the moment that the new master is there. */
	private static final Duration BOUND = Duration.ofSeconds(45);

	private static final LuaScript<Long> ADD = LuaScript.integer("test/add", 1, 0);

	@Test
	void followsAMasterThatSentinelReplacesAfterACrash() {
		try (RedisSentinel redis = RedisSentinel.start(); Traffic traffic = new Traffic(redis)) {
			traffic.assertFlows();
			RedisServer old = redis.currentMaster();
			old.kill();
			RedisServer fresh = redis.awaitFailover(old);
			fresh.command("SCRIPT", "FLUSH");
			traffic.assertFlows();
			assertThat(traffic.subscribed).hasValueGreaterThan(1);
			redis.repair();
			traffic.assertFlows();
		}
	}

	@Test
	void followsAMasterThatSentinelReplacesBecauseItHangs() {
		try (RedisSentinel redis = RedisSentinel.start(); Traffic traffic = new Traffic(redis)) {
			traffic.assertFlows();
			RedisServer old = redis.currentMaster();
			old.pause();
			redis.awaitFailover(old);
			traffic.assertFlows();
			old.resume();
			redis.repair();
			traffic.assertFlows();
			assertThat(traffic.subscribed).hasValueGreaterThan(1);
		}
	}

	@Test
	void followsAMasterThatSentinelReplacesWhenAsked() {
		try (RedisSentinel redis = RedisSentinel.start(); Traffic traffic = new Traffic(redis)) {
			traffic.assertFlows();
			redis.failover();
			traffic.assertFlows();
			redis.failover();
			traffic.assertFlows();
		}
	}

	@Test
	void followsAReplicaThatIsPromotedByHandWhileTheOldMasterServes() {
		try (RedisReplication redis = twoReplicas(); Traffic traffic = new Traffic(redis)) {
			traffic.assertFlows();
			redis.failover();
			traffic.assertFlows();
			redis.failover();
			traffic.assertFlows();
		}
	}

	@Test
	void followsAReplicaThatIsPromotedByHandAfterACrash() {
		try (RedisReplication redis = twoReplicas(); Traffic traffic = new Traffic(redis)) {
			traffic.assertFlows();
			redis.master().kill();
			redis.failover();
			traffic.assertFlows();
			assertThat(traffic.subscribed).hasValueGreaterThan(1);
		}
	}

	@Test
	void followsAReplicaThatIsPromotedByHandBecauseTheMasterHangs() {
		try (RedisReplication redis = twoReplicas(); Traffic traffic = new Traffic(redis)) {
			traffic.assertFlows();
			RedisServer old = redis.master();
			RedisServer next = redis.replicas().get(0);
			old.pause();
			next.command("REPLICAOF", "NO", "ONE");
			traffic.assertFlows();
			old.resume();
		}
	}

	@Test
	void subscriptionsFollowAPromotedReplicaAlsoIfNobodyCalls() {
		try (RedisReplication redis = twoReplicas(); Traffic traffic = new Traffic(redis)) {
			await().untilAtomic(traffic.subscribed, org.hamcrest.Matchers.is(1));
			redis.master().kill();
			RedisServer fresh = redis.failover();
			await().atMost(BOUND).untilAtomic(traffic.subscribed, org.hamcrest.Matchers.greaterThan(1));
			fresh.command("PUBLISH", "traffic", "from the new master");
			await().until(() -> traffic.heard.contains("from the new master"));
		}
	}

	@Test
	void connectsToTheMasterWhereverItStandsInTheList() {
		try (RedisReplication redis = twoReplicas()) {
			redis.nodes().get(0).kill();
			redis.failover();
			try (Traffic traffic = new Traffic(redis)) {
				traffic.assertFlows();
			}
		}
	}

	private static RedisReplication twoReplicas() {
		return RedisReplication.builder().replicas(2).start();
	}

	/**
	 * Scripts that write, and messages.
	 */
	private static final class Traffic implements ChannelListener, AutoCloseable {

		private final CommandPort port;

		final AtomicInteger subscribed = new AtomicInteger();

		private final Queue<String> heard = new ConcurrentLinkedQueue<>();

		private int number;

		Traffic(RedisSentinel redis) {
			this(TestPorts.open(redis, TIMEOUT));
		}

		Traffic(RedisReplication redis) {
			this(TestPorts.open(redis, TIMEOUT));
		}

		private Traffic(CommandPort port) {
			this.port = port;
			port.subscribe("traffic", this);
		}

		void assertFlows() {
			await().atMost(BOUND)
				.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
				.until(() -> this.port.eval(ADD, new String[] { "traffic" }) > 0);
			await().atMost(BOUND)
				.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
				.until(() -> this.port.evalReplicated(ADD, new String[] { "traffic" }, 1, Duration.ofMillis(100))
					.reply() > 0);
			String message = "message " + this.number++;
			await().atMost(BOUND).ignoreExceptionsInstanceOf(RedisUnavailableException.class).until(() -> {
				this.port.call((commands) -> commands.publish("traffic", Utf8.bytes(message)));
				return this.heard.contains(message);
			});
		}

		@Override
		public void message(byte[] message) {
			this.heard.add(Utf8.text(message));
		}

		@Override
		public void subscribed() {
			this.subscribed.incrementAndGet();
		}

		@Override
		public void close() {
			this.port.close();
		}

	}

}
