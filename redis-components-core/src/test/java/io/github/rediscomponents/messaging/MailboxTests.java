// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.messaging.MailResult.Full;
import io.github.rediscomponents.messaging.MailResult.Sent;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What a {@link Mailbox} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class MailboxTests extends OwnKeysFixture {

	private final String receiver = UUID.randomUUID().toString();

	private final Mailbox<String> mailbox = mailbox(MailboxSettings.defaults());

	MailboxTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void saysHowManyMessagesAreLostWithTheirKey() {
		send("a");
		send("b");
		command("DEL", "messages");
		assertThat(this.mailbox.fetch(this.receiver, 10)).satisfies((batch) -> {
			assertThat(batch.size()).isZero();
			assertThat(batch.lost()).isEqualTo(2);
		});
		assertThat(this.mailbox.fetch(this.receiver, 10).lost()).isEqualTo(2);
		send("c");
		command("DEL", "messages");
		long d = send("d");
		assertThat(this.mailbox.fetch(this.receiver, 10)).satisfies((batch) -> {
			assertThat(batch.mails()).extracting(Mail::body).containsExactly("d");
			assertThat(batch.lost()).isEqualTo(3);
		});
		assertThat(this.mailbox.acknowledge(this.receiver, d)).isTrue();
		assertThat(this.mailbox.fetch(this.receiver, 10).lost()).isEqualTo(3);
	}

	@Test
	void forgetsHowManyWereLostOnceItWasEmptyForAWhile() {
		send("a");
		command("DEL", "messages");
		assertThat(this.mailbox.fetch(this.receiver, 10).lost()).isOne();
		assertThat(number("PTTL", key("meta"))).isBetween(1L, MailboxSettings.defaults().idWindow().toMillis());
		send("b");
		assertThat(number("PTTL", key("meta"))).isEqualTo(-1);
		assertThat(this.mailbox.fetch(this.receiver, 10).lost()).isOne();
	}

	@Test
	void goesOnWithoutWhatIsKnownOfIt() {
		send("a");
		command("DEL", "meta");
		send("b");
		command("DEL", "ids");
		send("c");
		assertThat(bodies(this.mailbox)).containsExactly("a", "b", "c");
		assertThat(this.mailbox.fetch(this.receiver, 10).lost()).isZero();
	}

	private void command(String name, String part) {
		server().masterFor(key(part)).command(name, key(part));
	}

	@Test
	void keepsMessagesInOrderUntilTheyAreAcknowledged() {
		long a = send("a");
		long b = send("b");
		long c = send("c");
		assertThat(a).isLessThan(b);
		assertThat(b).isLessThan(c);
		MailBatch<String> found = this.mailbox.fetch(this.receiver, 2);
		assertThat(found.mails()).extracting(Mail::body).containsExactly("a", "b");
		assertThat(found.mails()).extracting(Mail::id).containsExactly(a, b);
		assertThat(found.size()).isEqualTo(3);
		assertThat(found.lost()).isZero();
		assertThat(this.mailbox.fetch(this.receiver, 2)).isEqualTo(found);
		assertThat(this.mailbox.fetch(this.receiver, b, 2).mails()).extracting(Mail::body).containsExactly("c");
		assertThat(this.mailbox.acknowledge(this.receiver, b)).isTrue();
		assertThat(this.mailbox.acknowledge(this.receiver, b)).isFalse();
		assertThat(bodies(this.mailbox)).containsExactly("a", "c");
		assertThat(this.mailbox.acknowledge(this.receiver, List.of(a, b, c))).isEqualTo(2);
		assertThat(this.mailbox.size(this.receiver)).isZero();
		assertThat(this.mailbox.fetch(this.receiver, 1).mails()).isEmpty();
	}

	@Test
	void hasTheTimeOfTheServer() {
		send("a");
		List<?> time = (List<?>) server().masterFor(key("messages")).command("TIME");
		Instant now = Instant.ofEpochSecond(Long.parseLong(String.valueOf(time.get(0))));
		assertThat(this.mailbox.fetch(this.receiver, 1).mails().get(0).at()).isBetween(now.minusSeconds(60),
				now.plusSeconds(1));
	}

	@Test
	void losesNothingWhileManySendAndOneReads() {
		List<String> read = new ArrayList<>();
		List<java.util.concurrent.Callable<Boolean>> actions = new ArrayList<>();
		for (int s = 0; s < 4; s++) {
			int sender = s;
			actions.add(() -> {
				IntStream.range(0, 100).forEach((i) -> this.mailbox.send(this.receiver, sender + ":" + i));
				return true;
			});
		}
		actions.add(() -> {
			while (read.size() < 400) {
				List<Mail<String>> mails = this.mailbox.fetch(this.receiver, 50).mails();
				mails.forEach((mail) -> read.add(mail.body()));
				assertThat(this.mailbox.acknowledge(this.receiver, mails.stream().map(Mail::id).toList()))
					.isEqualTo(mails.size());
			}
			return true;
		});
		Concurrently.run(actions);
		assertThat(read).hasSize(400).doesNotHaveDuplicates();
		assertThat(read.stream().filter((body) -> body.startsWith("2:")).toList())
			.containsExactlyElementsOf(IntStream.range(0, 100).mapToObj((i) -> "2:" + i).toList());
		assertThat(this.mailbox.size(this.receiver)).isZero();
	}

	@Test
	void refusesWhatThereIsNoRoomFor() {
		Mailbox<String> small = mailbox(MailboxSettings.defaults().withMaxMessages(2, Overflow.REJECT));
		small.send(this.receiver, "a");
		long b = ((Sent) small.send(this.receiver, "b")).id();
		assertThat(small.send(this.receiver, "c", "c")).isEqualTo(new Full(2));
		assertThat(small.fetch(this.receiver, 10).lost()).isZero();
		small.acknowledge(this.receiver, b);
		assertThat(small.send(this.receiver, "c", "c").isSent()).isTrue();
		assertThat(bodies(small)).containsExactly("a", "c");
	}

	@Test
	void dropsTheOldestAndTellsHowManyIfItIsSetTo() {
		Mailbox<String> small = mailbox(MailboxSettings.defaults().withMaxMessages(2, Overflow.DROP_OLDEST));
		IntStream.range(0, 5).forEach((i) -> small.send(this.receiver, "m" + i));
		MailBatch<String> found = small.fetch(this.receiver, 10);
		assertThat(found.mails()).extracting(Mail::body).containsExactly("m3", "m4");
		assertThat(found.lost()).isEqualTo(3);
		assertThat(found.size()).isEqualTo(2);
	}

	@Test
	void dropsWhatIsTooOldAndTellsHowMany() {
		Mailbox<String> passing = mailbox(MailboxSettings.defaults().withTtl(Duration.ofMinutes(1)));
		// As if they had been sent two minutes ago.
		for (String body : List.of("older", "old")) {
			String number = String.valueOf((System.currentTimeMillis() - 120_000) * 1000 - body.length());
			raw("XADD", key("messages"), number + "-0", "t", number.substring(0, 13), "b", body);
			raw("HSET", key("meta"), "last", number, "size", raw("XLEN", key("messages")));
		}
		assertThat(bodies(this.mailbox)).containsExactly("older", "old");
		passing.send(this.receiver, "new");
		assertThat(bodies(passing)).containsExactly("new");
		assertThat(passing.fetch(this.receiver, 1).lost()).isEqualTo(2);
		assertThat(number("PTTL", key("messages"))).isBetween(1L, 60_000L);
		assertThat(number("PTTL", key("meta"))).isBetween(1L, 60_000L);
		mailbox(MailboxSettings.defaults().withTtl(Duration.ofSeconds(1))).send(this.receiver, "last");
		await().untilAsserted(() -> assertThat(number("EXISTS", key("messages"), key("meta"))).isZero());
	}

	@Test
	void sendsAMessageOfOneIdOnceAlsoWhenItWasAcknowledgedMeanwhile() {
		List<MailResult> results = Concurrently.repeat(8, 5, () -> this.mailbox.send(this.receiver, "x", "order-7"));
		assertThat(results).filteredOn((result) -> !((Sent) result).repeated()).hasSize(1);
		long id = ((Sent) results.get(0)).id();
		assertThat(results).extracting((result) -> ((Sent) result).id()).containsOnly(id);
		this.mailbox.acknowledge(this.receiver, id);
		assertThat(this.mailbox.send(this.receiver, "x", "order-7")).isEqualTo(new Sent(id, true));
		assertThat(this.mailbox.size(this.receiver)).isZero();
	}

	@Test
	void leavesNothingBehindWhenItIsEmptied() {
		Mailbox<String> brief = mailbox(MailboxSettings.defaults().withIds(Duration.ofSeconds(1), 10));
		brief.acknowledge(this.receiver, ((Sent) brief.send(this.receiver, "x")).id());
		assertThat(number("EXISTS", key("messages"))).isZero();
		await().untilAsserted(() -> {
			assertThat(number("EXISTS", key("meta"))).isZero();
			assertThat(number("EXISTS", key("ids"))).isZero();
		});
		brief.acknowledge(this.receiver, ((Sent) brief.send(this.receiver, "x")).id());
		brief.send(this.receiver, "y");
		assertThat(number("PTTL", key("meta"))).isEqualTo(-1);
	}

	@Test
	void forgetsEverythingWhenCleared() {
		this.mailbox.send(this.receiver, "x", "one");
		this.mailbox.clear(this.receiver);
		assertThat(this.mailbox.size(this.receiver)).isZero();
		assertThat(((Sent) this.mailbox.send(this.receiver, "x", "one")).repeated()).isFalse();
	}

	@Test
	void tellsWhatCannotBeReadAndGoesOn() {
		Mailbox<Long> numbers = Mailboxes
			.create(port(), this.keys, ValueCodecs.json(), new LiveSettings<>(MailboxSettings.defaults()),
					MessagingObserver.NONE)
			.get(Long.class);
		numbers.send(this.receiver, 1L);
		long bad = send("not a number");
		numbers.send(this.receiver, 3L);
		MailBatch<Long> found = numbers.fetch(this.receiver, 10);
		assertThat(found.mails()).extracting(Mail::body).containsExactly(1L, 3L);
		assertThat(found.undecodable()).containsExactly(bad);
		assertThat(numbers.acknowledge(this.receiver, bad)).isTrue();
	}

	@Test
	void refusesBadArgumentsBeforeAnythingIsSent() {
		Mailbox<String> small = mailbox(MailboxSettings.defaults().withMaxPayload(10));
		server().resetStats();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> MailboxSettings.defaults().withMaxMessages(2, Overflow.DROP_PENDING))
			.withMessageStartingWith("mailbox.overflow ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.send(this.receiver, "x".repeat(11)))
			.withMessageStartingWith("body ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.send("", "x")).withMessageStartingWith("receiver ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.send("x", "x", "y".repeat(201)))
			.withMessageStartingWith("messageId ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.fetch(this.receiver, 0))
			.withMessageStartingWith("limit ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.fetch(this.receiver, -1, 1))
			.withMessageStartingWith("after ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.acknowledge(this.receiver, -1))
			.withMessageStartingWith("ids ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> small.acknowledge(this.receiver, LongStream.range(0, 1001).boxed().toList()))
			.withMessageStartingWith("ids");
		assertThat(small.acknowledge(this.receiver, List.of())).isZero();
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
		assertThat(small.fetch(this.receiver, Long.MAX_VALUE, 1).mails()).isEmpty();
		assertThat(small.acknowledge(this.receiver, LongStream.range(0, 1000).boxed().toList())).isZero();
	}

	@Test
	void changesNothingWhenAKeyHoldsAnotherType() {
		server().masterFor(key("ids")).command("SET", key("ids"), "x");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> send("x"))
			.withMessageContaining("WRONGTYPE");
		assertThat(number("EXISTS", key("messages"))).isZero();
		assertThat(number("EXISTS", key("meta"))).isZero();
	}

	@Test
	void needsOneScriptForEachOperation() {
		this.mailbox.acknowledge(this.receiver, send("x"));
		this.mailbox.fetch(this.receiver, 1);
		server().resetStats();
		long id = send("x");
		this.mailbox.fetch(this.receiver, 1);
		this.mailbox.acknowledge(this.receiver, id);
		assertThat(server().commandCalls()).containsEntry("evalsha", 3L).doesNotContainKey("eval");
	}

	private long send(String body) {
		return ((Sent) this.mailbox.send(this.receiver, body)).id();
	}

	private List<String> bodies(Mailbox<String> of) {
		return of.fetch(this.receiver, 100).mails().stream().map(Mail::body).toList();
	}

	private String key(String part) {
		return this.keys.key("mailbox", this.receiver, part);
	}

	private Mailbox<String> mailbox(MailboxSettings settings) {
		return Mailboxes
			.create(port(), this.keys, ValueCodecs.json(), new LiveSettings<>(settings), MessagingObserver.NONE)
			.get(String.class);
	}

}
