// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.PartFaultFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults between two scripts for the holders and waiters of one queue.
 */
class QueuePartFaultTests extends PartFaultFixture {

	private static final int MANY = 1300;

	private static final long LONG = 600_000;

	private static final QueueTerms READERS = new QueueTerms(QueueKind.READ_WRITE.permits(), true, LONG);

	private final Client client = new Client(this.keys);

	private final QueueCommands looked = new QueueCommands(this.calm, this.client);

	private int number;

	@ParameterizedTest
	@EnumSource
	void viewManyHolders(Fault fault) {
		QueueCommands commands = new QueueCommands(port(fault), this.client);
		QueueTerms terms = new QueueTerms(5_000, true, 0);
		QueueKeys keys = QueueKeys.of(this.keys, "sem", QueueKind.SEMAPHORE, "many");
		List<String> holders = add(keys, terms, 2 * MANY);
		for (int i = 0; i < MANY; i++) {
			this.server.command("ZADD", keys.ends(), "XX", "" + i, holders.get(i));
		}
		this.<QueueInfo>sweep(fault, (n) -> {
		}, (n) -> commands.info(keys, 5_000), (n, info, repeated) -> {
			assertThat(info.used()).isEqualTo(MANY);
			assertThat(info.holders()).extracting(QueueInfo.Holder::leaseId).isEqualTo(holders.subList(MANY, 2 * MANY));
			assertThat(this.looked.holders(keys)).hasSize(MANY);
		});
	}

	@ParameterizedTest
	@EnumSource
	void revokeManyReadersButNoneThatComesAfterThem(Fault fault) {
		QueueCommands commands = new QueueCommands(port(fault), this.client);
		this.<Boolean>sweep(fault, (n) -> add(keys(n), READERS, MANY),
				(n) -> commands.revoke(keys(n), READERS, QueueCommands.ALL), (n, revoked, repeated) -> {
					assertThat(this.looked.info(keys(n), 10).holders()).isEmpty();
					String next = id();
					assertThat(this.looked.acquire(keys(n), READERS, next, LONG, 0)).isPositive();
					assertThat(this.looked.info(keys(n), 10).used()).isOne();
				});
	}

	@Test
	void aRevocationWhoseReplyIsLostTakesNothingFromTheNextOne() {
		QueueCommands commands = new QueueCommands(this.port, this.client);
		assertThat(commands.revoke(keys(0), READERS, QueueCommands.ALL)).isFalse();
		commands.info(keys(0), 0);
		this.looked.acquire(keys(0), READERS, id(), LONG, 0);
		String writer = QueueCommands.leaseId("other." + ++this.number, QueueKind.READ_WRITE.permits());
		assertThat(this.looked.acquire(keys(0), READERS, writer, LONG, LONG)).isNegative();
		CommandPort losing = InterceptedPort.of(this.port, (method, args, real) -> {
			if (InterceptedPort.script(args).equals("lease/queue")) {
				this.proxy.swallowNextReply();
			}
			return real.proceed();
		});
		new QueueCommands(losing, this.client).revoke(keys(0), READERS, QueueCommands.ALL);
		assertThat(this.proxy.swallowedReplies()).isOne();
		assertThat(this.looked.holders(keys(0))).extracting(QueueInfo.Holder::leaseId).containsExactly(writer);
	}

	private QueueKeys keys(int n) {
		return QueueKeys.of(this.keys, "lock", QueueKind.READ_WRITE, "lock" + n);
	}

	private List<String> add(QueueKeys keys, QueueTerms terms, int n) {
		List<String> ids = IntStream.range(0, n).mapToObj((i) -> id()).toList();
		List<CompletableFuture<Long>> acquired = ids.stream()
			.map((id) -> this.looked.acquireAsync(keys, terms, id, LONG, LONG).toCompletableFuture())
			.toList();
		acquired.forEach((token) -> assertThat(token.join()).isPositive());
		return ids;
	}

	private String id() {
		return QueueCommands.leaseId("other." + ++this.number, 1);
	}

}
