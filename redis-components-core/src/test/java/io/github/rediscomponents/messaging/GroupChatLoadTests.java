// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two hundred chats of fifty members, who read while others send.
 */
@StandaloneAndCluster
@Tag("contract")
class GroupChatLoadTests extends GroupChatFixture {

	private static final int CHATS = 200;

	private static final int MEMBERS = 50;

	private static final int SENDERS = 4;

	private static final int READERS = 5;

	private static final int ROUNDS = 2;

	GroupChatLoadTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void showsEachMemberEachMessageOnceInOrderWhileManySend() {
		List<String> members = IntStream.range(0, MEMBERS).mapToObj((i) -> "user" + i).toList();
		IntStream.range(0, CHATS).forEach((i) -> this.chats.create("c" + i, members));
		CountDownLatch sending = new CountDownLatch(SENDERS);
		Map<String, Map<String, List<String>>> read = new ConcurrentHashMap<>();
		List<Callable<Boolean>> actions = new ArrayList<>();
		for (int s = 0; s < SENDERS; s++) {
			String sender = "user" + s;
			actions.add(() -> {
				for (int i = 0; i < ROUNDS * CHATS; i++) {
					this.chats.send("c" + i % CHATS, sender, sender + ":" + i / CHATS);
				}
				sending.countDown();
				return true;
			});
		}
		for (int r = 0; r < READERS; r++) {
			List<String> mine = members.subList(r * MEMBERS / READERS, (r + 1) * MEMBERS / READERS);
			actions.add(() -> {
				boolean last;
				do {
					last = sending.getCount() == 0;
					mine.forEach(
							(user) -> readAll(user, read.computeIfAbsent(user, (name) -> new ConcurrentHashMap<>())));
				}
				while (!last);
				return true;
			});
		}
		Concurrently.run(actions);
		assertThat(read).hasSize(MEMBERS);
		Map<String, List<String>> first = read.get("user0");
		assertThat(first).hasSize(CHATS)
			.allSatisfy((chat, bodies) -> assertThat(bodies).hasSize(SENDERS * ROUNDS).doesNotHaveDuplicates());
		assertThat(read).allSatisfy((user, chats) -> assertThat(chats).isEqualTo(first));
		assertThat(first.get("c0").stream().filter((body) -> body.startsWith("user0:")).toList())
			.containsExactly("user0:0", "user0:1");
		assertThat(this.chats.unread("user7").values()).containsOnly(0L);
	}

	private void readAll(String user, Map<String, List<String>> read) {
		List<ChatMessages<String>> waiting = this.chats.fetch(user, 100);
		waiting.forEach((found) -> {
			assertThat(found.missed()).isZero();
			List<String> bodies = read.computeIfAbsent(found.chat(), (chat) -> new ArrayList<>());
			found.messages().forEach((message) -> bodies.add(message.body()));
			this.chats.acknowledge(found.chat(), user, found.upTo());
		});
	}

}
