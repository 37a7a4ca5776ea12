// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the script of queues leaves where one of its commands is refused: because a right
 * was taken away while it ran, or because the server is full.
 */
class QueueRightsTests extends QueueFixture {

	private final RedisServer server = RedisServer.start();

	private CommandPort port = TestPorts.of(RedisTopology.STANDALONE);

	QueueRightsTests() {
		super(RedisTopology.STANDALONE);
	}

	@BeforeEach
	void connect() {
		may("+@all");
		this.port = TestPorts.connected(TestPorts.open("redis://limited:secret@127.0.0.1:" + this.server.port()));
		// Tries the rights beforehand, which a process does only once.
		fair().release(id());
	}

	@AfterEach
	void stop() {
		this.port.close();
		this.server.close();
	}

	@Override
	protected CommandPort port() {
		return this.port;
	}

	@Override
	protected RedisDeployment server() {
		return this.server;
	}

	private void may(String rule) {
		this.server.command("ACL", "SETUSER", "limited", "on", ">secret", "~*", "&*", rule);
	}

	private void refused(String command, Runnable call) {
		may("-" + command);
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(call::run);
		may("+" + command);
	}

	private List<String> waiters(Turn turn) {
		return ((List<?>) this.server.command("ZRANGE", turn.keys.waiters(), "0", "-1")).stream()
			.map(String::valueOf)
			.toList();
	}

	@Test
	void releaseNothingThatTheyCannotNote() {
		Turn lock = fair();
		String holder = id();
		String next = id();
		String last = id();
		lock.acquire(holder);
		lock.acquire(next);
		lock.acquire(last);
		refused("hset", () -> lock.release(holder));
		assertThat(lock.holders()).containsExactly(holder);
		assertThat(waiters(lock)).containsExactly(next, last);
		assertThat(lock.release(holder)).isTrue();
		assertThat(lock.release(holder)).isTrue();
		assertThat(lock.holders()).containsExactly(next);
	}

	@ParameterizedTest
	@ValueSource(strings = { "hset", "zadd", "pexpireat" })
	void revokeFromAllOnceItIsPermitted(String command) {
		Turn lock = readWrite();
		String writer = writer();
		lock.acquire(writer);
		String next = id();
		lock.acquire(next);
		expire(lock, List.of(writer));
		refused(command, () -> lock.revoke(QueueCommands.ALL));
		assertThat(lock.revoke(QueueCommands.ALL)).isTrue();
		assertThat(lock.holders()).containsExactly(next);
	}

	@Test
	void keepTheTurnOfAWaiterThatTheyCannotGrant() {
		Turn lock = fair();
		String holder = id();
		String next = id();
		lock.acquire(holder);
		lock.acquire(next);
		lock.acquire(id());
		refused("zadd", () -> lock.release(holder));
		assertThat(lock.release(holder)).isTrue();
		assertThat(lock.acquire(id())).isNegative();
		assertThat(lock.holders()).containsExactly(next);
	}

	@ParameterizedTest
	@ValueSource(strings = { "hset", "zadd", "pexpireat" })
	void grantNothingToWhoeverDoesNotHearOfIt(String command) {
		Turn permits = semaphore(2, true);
		permits.acquire(id(), LEASE, WAIT);
		String refused = id();
		refused(command, () -> permits.acquire(refused, LONG, WAIT));
		assertThat(permits.acquire(id(), LONG, 0)).isPositive();
		assertThat(permits.acquire(id(), LONG, 0)).isNegative();
		assertThat(permits.info().used()).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "hset", "zadd", "pexpireat" })
	void keepTheHolderThatTheyCannotReplace(String command) {
		Turn lock = readWrite();
		String writer = writer();
		lock.acquire(writer);
		refused(command, () -> lock.exchange(id(), writer));
		assertThat(lock.holders()).containsExactly(writer);
		String reader = id();
		assertThat(lock.exchange(reader, writer)).isPositive();
		assertThat(lock.holders()).containsExactly(reader);
		assertThat(lock.info().used()).isOne();
	}

	@Test
	void passOnWhatIsReleasedOnAFullServer() {
		Turn lock = fair();
		String holder = id();
		String next = id();
		lock.acquire(holder);
		lock.acquire(next);
		this.server.command("CONFIG", "SET", "maxmemory", "1");
		assertThat(lock.release(holder)).isTrue();
		assertThat(lock.holders()).containsExactly(next);
		assertThat(lock.acquire(next)).isPositive();
		assertThat(lock.release(next)).isTrue();
		assertThat(lock.existingKeys()).containsExactly(lock.keys.key());
	}

	@Test
	void passOnWhatEndedOnAFullServer() {
		Turn lock = fair();
		String holder = id();
		String next = id();
		String other = id();
		lock.acquire(holder);
		lock.acquire(next);
		lock.acquire(other);
		expire(lock, List.of(holder));
		this.server.command("CONFIG", "SET", "maxmemory", "1");
		assertThat(lock.acquire(other)).isNegative();
		assertThat(lock.holders()).containsExactly(next);
		assertThat(lock.revoke(QueueCommands.ALL)).isTrue();
		assertThat(lock.holders()).containsExactly(other);
	}

}
