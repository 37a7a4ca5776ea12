// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Speaks to the scripts as several clients would, one step at a time.
 */
abstract class QueueFixture {

	static final long LEASE = 30_000;

	static final long WAIT = 20_000;

	/** So long that nothing ends by itself. */
	static final long LONG = 600_000;

	static final long RETENTION = 3_600_000;

	static final KeySpace KEYS = new KeySpace("t");

	private final AtomicInteger number = new AtomicInteger();

	private final List<CommandPort.Subscription> subscriptions = new ArrayList<>();

	private final Background background = new Background();

	final String name = "turn " + UUID.randomUUID();

	/** The lease ids that were woken, in their order. */
	final BlockingQueue<String> woken = new LinkedBlockingQueue<>();

	private String client = "c" + UUID.randomUUID().toString().replace("-", "");

	private final RedisTopology topology;

	QueueFixture(RedisTopology topology) {
		this.topology = topology;
	}

	protected CommandPort port() {
		return TestPorts.of(this.topology);
	}

	protected RedisDeployment server() {
		return SharedRedis.of(this.topology);
	}

	LeaseEngine engine() {
		return new LeaseEngine(port(), KEYS, LockSettings::defaults, this.background, LockObserver.NONE);
	}

	QueueCommands commands() {
		return new QueueCommands(port(), new Client(KEYS));
	}

	@AfterEach
	void unsubscribe() {
		this.background.close();
		this.subscriptions.forEach(CommandPort.Subscription::close);
	}

	Turn fair() {
		return new Turn(QueueKeys.of(KEYS, "lock", QueueKind.FAIR, this.name), new QueueTerms(1, true, RETENTION));
	}

	Turn readWrite() {
		return new Turn(QueueKeys.of(KEYS, "lock", QueueKind.READ_WRITE, this.name),
				new QueueTerms(QueueKind.READ_WRITE.permits(), true, RETENTION));
	}

	Turn semaphore(int permits, boolean fair) {
		return new Turn(QueueKeys.of(KEYS, "sem", QueueKind.SEMAPHORE, this.name), new QueueTerms(permits, fair, 0));
	}

	/** Hears for the client in whose name ids are made. */
	void listen() throws InterruptedException {
		BlockingQueue<Boolean> ready = new LinkedBlockingQueue<>();
		this.subscriptions.add(port().subscribe(KEYS.channel("lock", this.client), new CommandPort.ChannelListener() {
			@Override
			public void message(byte[] message) {
				QueueFixture.this.woken.add(Utf8.text(message));
			}

			@Override
			public void subscribed() {
				ready.add(true);
			}
		}));
		assertThat(ready.poll(20, TimeUnit.SECONDS)).isTrue();
	}

	String nextWoken() throws InterruptedException {
		return String.valueOf(this.woken.poll(20, TimeUnit.SECONDS));
	}

	String id() {
		return id(1);
	}

	String id(int permits) {
		return QueueCommands.leaseId(this.client + '.' + this.number.incrementAndGet(), permits);
	}

	String writer() {
		return id(QueueKind.READ_WRITE.permits());
	}

	/**
	 * Sets the ends of all, the earliest first, as if their leases and waits had passed.
	 */
	void expire(Turn turn, List<String> ids) {
		List<String> command = new ArrayList<>(List.of("ZADD", turn.keys.ends(), "XX"));
		for (int i = 0; i < ids.size(); i++) {
			command.addAll(List.of(String.valueOf(i + 1), ids.get(i)));
		}
		redis(turn.keys.ends(), command.toArray(String[]::new));
	}

	String redis(String key, String... command) {
		return String.valueOf(server().masterFor(key).command(command));
	}

	/** What the scripts are asked about one name. */
	final class Turn {

		private final QueueCommands commands = QueueFixture.this.commands();

		final QueueKeys keys;

		private final QueueTerms terms;

		Turn(QueueKeys keys, QueueTerms terms) {
			this.keys = keys;
			this.terms = terms;
		}

		QueueTerms terms() {
			return this.terms;
		}

		long acquire(String id) {
			return acquire(id, LEASE, WAIT);
		}

		long acquire(String id, long lease, long wait) {
			return this.commands.acquire(this.keys, this.terms, id, lease, wait);
		}

		long tryAcquire(String id) {
			return acquire(id, LEASE, 0);
		}

		boolean release(String id) {
			return this.commands.release(this.keys, this.terms, id);
		}

		long exchange(String id, String from) {
			return this.commands.exchange(this.keys, this.terms, id, LEASE, from);
		}

		boolean renew(String id, long millis) {
			LeaseTerms lease = new LeaseTerms(LEASE, true, 0, RETENTION, 0, null);
			Keeper keeper = new TestedKeeper(this.keys, this.commands);
			RedisLease held = new RedisLease(QueueFixture.this.engine(), null, keeper, id, 1, lease, 0, LEASE);
			return this.commands.renewal().renew(held, millis);
		}

		boolean revoke(String id) {
			return this.commands.revoke(this.keys, this.terms, id);
		}

		QueueInfo info() {
			return this.commands.info(this.keys, 100);
		}

		List<String> holders() {
			return info().holders().stream().map(QueueInfo.Holder::leaseId).toList();
		}

		List<String> existingKeys() {
			return List.of(this.keys.all()).stream().filter((key) -> redis(key, "EXISTS", key).equals("1")).toList();
		}

		long timeToLive(String key) {
			return Long.parseLong(redis(key, "PTTL", key));
		}

	}

	/** As the keepers of fair locks and of permits are. */
	record TestedKeeper(QueueKeys queue, QueueCommands commands) implements QueueKeeper {

		@Override
		public LockKind kind() {
			return LockKind.FAIR;
		}

		@Override
		public QueueTerms terms(long retentionMillis) {
			return new QueueTerms(1, true, (this.queue.kind() == QueueKind.SEMAPHORE) ? 0 : retentionMillis);
		}

		@Override
		public int weight() {
			return 1;
		}

		@Override
		public Keeper replicated(int minReplicas, Duration wait) {
			throw new UnsupportedOperationException();
		}

	}

}
