// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.OurProcess;
import io.github.rediscomponents.benchmarks.Trips;
import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.messaging.ChatMessages;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChatSettings;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

/**
 * Two hundred chats of fifty members: how long each operation takes, and for how many
 * round trips it waits. No library does the same.
 */
final class ChatSpeed {

	private static final int CHATS = 200;

	private static final int MEMBERS = 50;

	private static final int TIMES = 1000;

	private ChatSpeed() {
	}

	static void print(int rounds) {
		System.out.printf("%n### GroupChat: %d chats of %d members, %d times each%n%n", CHATS, MEMBERS, TIMES * rounds);
		System.out.println("| operation | p50 (ms) | p99 (ms) | longest (ms) | round trips |");
		System.out.println("|---|---|---|---|---|");
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				OurProcess process = new OurProcess(server.uri());
				OurProcess far = new OurProcess(proxy.uri())) {
			GroupChat<String> chats = chats(process);
			List<String> members = IntStream.range(0, MEMBERS).mapToObj((i) -> "user" + i).toList();
			IntStream.range(0, CHATS).forEach((i) -> {
				chats.create("chat" + i, members);
				chats.send("chat" + i, "user1", "hello");
			});
			GroupChat<String> distant = chats(far);
			int times = TIMES * rounds;
			row("send", times, (i) -> chats.send("chat" + i % CHATS, "user0", "x".repeat(100)),
					Trips.of(proxy, () -> distant.send("chat0", "user0", "x")));
			row("unread, all 200 chats of a user", times, (i) -> chats.unread("user" + i % MEMBERS),
					Trips.of(proxy, () -> distant.unread("user0")));
			row("unread, one chat", times, (i) -> chats.unread("chat" + i % CHATS, "user0"),
					Trips.of(proxy, () -> distant.unread("chat0", "user0")));
			row("fetch, one of each of the 200 chats of a user", times, (i) -> chats.fetch("user" + i % MEMBERS, 1),
					Trips.of(proxy, () -> distant.fetch("user0", 1)));
			row("fetch, 10 messages of one chat", times, (i) -> chats.fetch("chat" + i % CHATS, "user0", 10),
					Trips.of(proxy, () -> distant.fetch("chat0", "user0", 10)));
			ChatMessages<String> found = chats.fetch("chat0", "user0", 1).orElseThrow();
			row("acknowledge", times, (i) -> chats.acknowledge("chat0", "user0", found.upTo()),
					Trips.of(proxy, () -> distant.acknowledge("chat0", "user0", found.upTo())));
		}
	}

	private static GroupChat<String> chats(OurProcess process) {
		return GroupChats
			.create(process.port, process.keys, ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
	}

	private static void row(String operation, int times, IntConsumer action, long trips) {
		long[] nanos = new long[times];
		for (int i = -TIMES / 2; i < times; i++) {
			long start = System.nanoTime();
			action.accept(Math.abs(i));
			if (i >= 0) {
				nanos[i] = System.nanoTime() - start;
			}
		}
		Waits waits = Waits.of(nanos);
		System.out.printf(Locale.ROOT, "| %s | %.2f | %.2f | %.1f | %d |%n", operation, waits.p50(), waits.p99(),
				waits.longest(), trips);
	}

}
