// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.messaging.ChatMessages;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChatSettings;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.MailBatch;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.messaging.MailboxSettings;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.eviction.EvictionCampaignTests;
import io.github.rediscomponents.support.eviction.EvictionScenes;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicObserver;
import io.github.rediscomponents.topic.TopicRegistrySettings;
import io.github.rediscomponents.topic.TopicSubscription;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each component in use, for tests that only ask whether it works on some server: the
 * scenes of {@link EvictionCampaignTests}, and those that lose what they keep as a whole.
 */
final class EveryComponent {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private EveryComponent() {
	}

	static Stream<Scene> scenes() {
		return Stream.concat(EvictionScenes.all(), Stream.of(new Scene("group chat", EveryComponent::groupChat),
				new Scene("mailbox", EveryComponent::mailbox), new Scene("topic", EveryComponent::topic)));
	}

	/**
	 * Brings in what an application has, and asks for it.
	 */
	static void use(Scene scene, CommandPort port, String prefix, Background background) throws Exception {
		Act act = scene.opener().open(port, new KeySpace(prefix), background);
		try {
			act.bringIn();
			assertRight(scene, act);
		}
		finally {
			act.closing().run();
		}
	}

	/** It may not know for a moment. */
	static void assertRight(Scene scene, Act act) throws Exception {
		Answer answer = Awaitility.await()
			.atMost(PATIENCE)
			.pollDelay(Duration.ZERO)
			.until(act::ask, (given) -> given != Answer.UNKNOWN);
		assertThat(answer).as("%s", scene).isEqualTo(Answer.RIGHT);
	}

	private static Act groupChat(CommandPort port, KeySpace keys, Background background) {
		GroupChat<String> chats = GroupChats
			.create(port, keys, ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		AtomicInteger number = new AtomicInteger();
		return new Act(() -> chats.create("team" + number.incrementAndGet(), List.of("anna", "ben")), () -> {
			String chat = "team" + number.get();
			if (!chats.send(chat, "anna", "hello").isSent()) {
				return Answer.LESS;
			}
			Optional<ChatMessages<String>> read = chats.fetch(chat, "ben", 10);
			if (read.isEmpty() || read.get().messages().isEmpty()) {
				return Answer.LESS;
			}
			chats.acknowledge(chat, "ben", read.get().upTo());
			return (chats.unread(chat, "ben").orElse(-1) == 0) ? Answer.RIGHT : Answer.LESS;
		});
	}

	private static Act mailbox(CommandPort port, KeySpace keys, Background background) {
		Mailbox<String> mails = Mailboxes
			.create(port, keys, ValueCodecs.json(), new LiveSettings<>(MailboxSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		return new Act(() -> mails.clear("anna"), () -> {
			mails.send("anna", "hello");
			MailBatch<String> batch = mails.fetch("anna", 10);
			boolean one = batch.mails().size() == 1 && "hello".equals(batch.mails().get(0).body());
			return (one && mails.acknowledge("anna", batch.mails().get(0).id())) ? Answer.RIGHT : Answer.LESS;
		});
	}

	private static Act topic(CommandPort port, KeySpace keys, Background background) {
		Topics topics = Topics.create(port, keys, ValueCodecs.json(),
				new LiveSettings<>(TopicRegistrySettings.defaults()), background, TopicObserver.NONE);
		Topic<String> news = topics.get("news", String.class);
		Queue<String> heard = new ConcurrentLinkedQueue<>();
		TopicSubscription subscription = news.subscribe(heard::add);
		return new Act(() -> assertThat(subscription.awaitActive(PATIENCE)).isTrue(), () -> {
			heard.clear();
			news.publish("hello");
			Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).until(() -> !heard.isEmpty());
			return List.copyOf(heard).equals(List.of("hello")) ? Answer.RIGHT : Answer.WRONG;
		}, topics::close);
	}

}
