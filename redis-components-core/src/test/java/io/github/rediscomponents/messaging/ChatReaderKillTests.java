// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A reader that is killed again and again between fetching and acknowledging, while
 * others send.
 */
@StandaloneAndCluster
@Tag("contract")
class ChatReaderKillTests extends GroupChatFixture {

	private static final int CHATS = 6;

	private static final int EACH = 40;

	private static final int KILLS = CampaignScale.times(2);

	/** The fetch after which a reader is killed. */
	private static final int LAST_FETCH = 3;

	ChatReaderKillTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void losesNothingAndRepeatsOnlyWhatWasNotAcknowledged() {
		IntStream.range(0, CHATS).forEach((i) -> this.chats.create("c" + i, List.of("anna", "ben", "carl")));
		List<CompletableFuture<Void>> senders = Stream.of("ben", "carl")
			.map((sender) -> CompletableFuture.runAsync(() -> send(sender)))
			.toList();
		Map<String, List<String>> acknowledged = new HashMap<>();
		Map<String, List<String>> repeated = new HashMap<>();
		for (int i = 0; i < KILLS; i++) {
			try (ChildJvm reader = start()) {
				for (int fetch = 1; fetch <= LAST_FETCH; fetch++) {
					String fetched = "fetched " + fetch;
					reader.awaitLine(fetched::equals);
					Map<String, List<String>> read = read(reader, fetch);
					if (fetch == 1) {
						assertBeginsWith(read, repeated);
					}
					if (fetch == LAST_FETCH) {
						reader.kill();
						repeated = read;
					}
					else {
						// Acknowledged by the time of the next fetch.
						add(acknowledged, read);
						reader.send("acknowledge");
					}
				}
			}
		}
		senders.forEach(CompletableFuture::join);
		IntStream.range(0, CHATS).forEach((i) -> {
			String chat = "c" + i;
			add(acknowledged, Map.of(chat, take(chat, "anna")));
			assertThat(acknowledged.get(chat)).hasSize(2 * EACH).doesNotHaveDuplicates().isEqualTo(take(chat, "ben"));
		});
	}

	private void send(String sender) {
		for (int i = 0; i < EACH * CHATS; i++) {
			assertThat(this.chats.send("c" + i % CHATS, sender, sender + ":" + i / CHATS).isSent()).isTrue();
		}
	}

	private ChildJvm start() {
		List<String> args = new ArrayList<>(List.of(this.prefix, "anna"));
		args.addAll(server().uris());
		return ChildJvm.start(ChatReaderLoop.class, args.toArray(String[]::new));
	}

	/** What one fetch of a process read, by chat. */
	private static Map<String, List<String>> read(ChildJvm reader, int fetch) {
		Map<String, List<String>> read = new HashMap<>();
		reader.lines()
			.stream()
			.map((line) -> line.split(" "))
			.filter((words) -> words[0].equals("read") && words[1].equals(String.valueOf(fetch)))
			.forEach((words) -> read.computeIfAbsent(words[2], (chat) -> new ArrayList<>()).add(words[3]));
		return read;
	}

	private static void add(Map<String, List<String>> all, Map<String, List<String>> read) {
		read.forEach((chat, bodies) -> all.computeIfAbsent(chat, (name) -> new ArrayList<>()).addAll(bodies));
	}

	private static void assertBeginsWith(Map<String, List<String>> read, Map<String, List<String>> before) {
		before.forEach((chat, bodies) -> assertThat(read.get(chat)).startsWith(bodies.toArray(String[]::new)));
	}

}
