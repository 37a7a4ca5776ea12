// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.messaging.ChatMessage;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChatSettings;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mail;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.messaging.MailboxSettings;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.session.CodeIssue;
import io.github.rediscomponents.session.IssuedSession;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.refusal.Refusal.Scene;
import io.github.rediscomponents.support.refusal.Refusal.Use;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * With messages, follows, feeds and filters.
 */
class RefusedSocialTests extends RefusedSteps {

	private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

	private static final Duration OLD = Duration.ofMinutes(3);

	static Stream<Scene> scenes() {
		return Stream.of(new Scene("mailbox", (port, keys, background) -> mailbox(port, keys, Duration.ofDays(1))),
				new Scene("mailbox that keeps all", (port, keys, background) -> mailbox(port, keys, null)),
				new Scene("mailbox that keeps all from now on", RefusedSocialTests::lastingMailbox),
				new Scene("group chat", RefusedSocialTests::groupChat),
				new Scene("full group chat", RefusedSocialTests::fullGroupChat),
				new Scene("group chat that keeps all from now on", RefusedSocialTests::lastingGroupChat),
				new Scene("follow graph", RefusedSocialTests::followGraph),
				new Scene("likes", RefusedSocialTests::likes), new Scene("feed", RefusedSocialTests::feed),
				new Scene("feed with lost keys", RefusedSocialTests::feedWithLostKeys),
				new Scene("sessions", RefusedSocialTests::sessions),
				new Scene("codes", (port, keys, background) -> codes(port, keys, Duration.ofMinutes(1))),
				new Scene("codes without an interval", (port, keys, background) -> codes(port, keys, Duration.ZERO)),
				// The watch of the fill reads it in the background.
				new Scene("bloom filter", RefusedSocialTests::bloomFilter, Set.of("hgetall", "bitcount")));
	}

	private static Use mailbox(CommandPort port, KeySpace keys, @Nullable Duration ttl) {
		Mailbox<String> mailbox = Mailboxes
			.create(port, keys, ValueCodecs.json(),
					new LiveSettings<>(
							MailboxSettings.defaults().withMaxMessages(2, Overflow.DROP_OLDEST).withTtl(ttl)),
					MessagingObserver.NONE)
			.get(String.class);
		return new Use().step("send", () -> mailbox.send("anna", "one", "m1"))
			.step("acknowledge",
					() -> mailbox.acknowledge("anna", mailbox.fetch("anna", 9).mails().stream().map(Mail::id).toList()))
			.step("send again", () -> mailbox.send("anna", "two", "m2"))
			.step("send more", () -> mailbox.send("anna", "three", "m3"))
			.step("displace", () -> mailbox.send("anna", "four", "m4"))
			.step("fetch", () -> mailbox.fetch("anna", 9))
			.check(() -> {
				assertThat(mailbox.fetch("anna", 9).mails()).extracting(Mail::body).containsExactly("three", "four");
				assertThat(mailbox.fetch("anna", 9).lost()).isOne();
				assertThat(mailbox.size("anna")).isEqualTo(2);
			});
	}

	/** Of messages without ids: what is refused must not have been sent. */
	private static Use lastingMailbox(CommandPort port, KeySpace keys, Background background) {
		LiveSettings<MailboxSettings> settings = new LiveSettings<>(
				MailboxSettings.defaults().withTtl(Duration.ofDays(1)));
		Mailbox<String> mailbox = Mailboxes.create(port, keys, ValueCodecs.json(), settings, MessagingObserver.NONE)
			.get(String.class);
		mailbox.send("anna", "one");
		settings.swap(MailboxSettings.defaults());
		return new Use().step("send", () -> mailbox.send("anna", "two"))
			.step("send more", () -> mailbox.send("anna", "three"))
			.check(() -> assertThat(mailbox.fetch("anna", 9).mails()).extracting(Mail::body)
				.containsExactly("one", "two", "three"));
	}

	/** As {@link #lastingMailbox}; drops four messages together. */
	private static Use lastingGroupChat(CommandPort port, KeySpace keys, Background background) {
		GroupChatSettings small = GroupChatSettings.defaults().withMaxMessages(16);
		LiveSettings<GroupChatSettings> settings = new LiveSettings<>(small.withTtl(Duration.ofDays(1)));
		GroupChat<String> chats = GroupChats.create(port, keys, ValueCodecs.json(), settings, MessagingObserver.NONE)
			.get(String.class);
		chats.create("trip", List.of("anna", "ben", "carl"));
		for (int i = 0; i < 9; i++) {
			chats.send("trip", "anna", "a");
			chats.send("trip", "ben", "b");
		}
		settings.swap(small);
		return new Use().step("send", () -> chats.send("trip", "anna", "c"))
			.step("drop", () -> chats.send("trip", "ben", "d"))
			.step("send more", () -> chats.send("trip", "ben", "e"))
			.check(() -> {
				assertThat(List.of("anna", "ben", "carl"))
					.extracting((user) -> chats.unread("trip", user).orElseThrow())
					.containsExactly(11L, 10L, 21L);
				assertThat(chats.fetch("trip", "carl", 99).orElseThrow()).satisfies((found) -> {
					assertThat(found.missed()).isEqualTo(5);
					assertThat(found.messages()).extracting(ChatMessage::body).endsWith("b", "c", "d", "e");
				});
			});
	}

	private static Use groupChat(CommandPort port, KeySpace keys, Background background) {
		GroupChat<String> chats = chats(port, keys, GroupChatSettings.defaults().withTtl(Duration.ofDays(1)));
		return new Use().step("create", () -> chats.create("trip", List.of("anna", "ben", "dora")))
			.step("send", () -> chats.send("trip", "anna", "one", "m1"))
			.step("acknowledge", () -> chats.acknowledge("trip", "ben", upTo(chats, "ben")))
			.step("answer", () -> chats.send("trip", "ben", "two", "m2"))
			.step("join", () -> chats.join("trip", "carl"))
			.step("greet", () -> chats.send("trip", "anna", "three", "m3"))
			.step("leave", () -> chats.leave("trip", "dora"))
			.check(() -> {
				assertThat(bodies(chats, "anna")).containsExactly("one", "two", "three");
				assertThat(bodies(chats, "ben")).containsExactly("two", "three");
				assertThat(bodies(chats, "carl")).containsExactly("three");
				assertThat(chats.unread("anna")).isEqualTo(Map.of("trip", 1L));
				assertThat(chats.unread("ben")).isEqualTo(Map.of("trip", 1L));
				assertThat(chats.chats("carl")).containsExactly("trip");
				assertThat(chats.chats("dora")).isEmpty();
				assertThat(chats.members("trip")).containsExactlyInAnyOrder("anna", "ben", "carl");
				chats.acknowledge("trip", "anna", upTo(chats, "anna"));
				assertThat(chats.unread("anna")).isEqualTo(Map.of("trip", 0L));
			});
	}

	private static Use fullGroupChat(CommandPort port, KeySpace keys, Background background) {
		GroupChat<String> chats = chats(port, keys, GroupChatSettings.defaults().withMaxMessages(4));
		chats.create("trip", List.of("anna", "ben"));
		chats.send("trip", "ben", "one", "m1");
		List.of("two", "three", "four").forEach((body) -> chats.send("trip", "anna", body, body));
		return new Use().step("drop that of another", () -> chats.send("trip", "anna", "five", "m5"))
			.step("drop an own one", () -> chats.send("trip", "anna", "six", "m6"))
			.check(() -> {
				assertThat(bodies(chats, "ben")).containsExactly("three", "four", "five", "six");
				assertThat(chats.unread("anna")).isEqualTo(Map.of("trip", 1L));
				assertThat(chats.unread("ben")).isEqualTo(Map.of("trip", 5L));
			});
	}

	private static GroupChat<String> chats(CommandPort port, KeySpace keys, GroupChatSettings settings) {
		return GroupChats.create(port, keys, ValueCodecs.json(), new LiveSettings<>(settings), MessagingObserver.NONE)
			.get(String.class);
	}

	private static long upTo(GroupChat<String> chats, String user) {
		return chats.fetch("trip", user, 9).orElseThrow().upTo();
	}

	private static List<String> bodies(GroupChat<String> chats, String user) {
		return chats.fetch("trip", user, 9).orElseThrow().messages().stream().map(ChatMessage::body).toList();
	}

	private static Use followGraph(CommandPort port, KeySpace keys, Background background) {
		FollowGraph graph = FollowGraph.create(port, keys, () -> FollowGraphSettings.defaults(), List::of,
				SocialObserver.NONE);
		return new Use().step("follow", () -> graph.follow("anna", "ben"))
			.step("follow another", () -> graph.follow("anna", "carl"))
			.step("unfollow", () -> graph.unfollow("anna", "ben"))
			.check(() -> {
				assertThat(graph.following("anna", null, 9).items()).containsExactly("carl");
				assertThat(graph.followers("ben", null, 9).items()).isEmpty();
				assertThat(graph.followers("carl", null, 9).items()).containsExactly("anna");
			});
	}

	private static Use likes(CommandPort port, KeySpace keys, Background background) {
		Likes likes = Likes.create(port, keys);
		return new Use().step("like", () -> likes.like("post", "anna"))
			.step("toggle", () -> likes.toggle("post", "ben"))
			.step("toggle back", () -> likes.toggle("post", "anna"))
			.step("unlike", () -> likes.unlike("post", "ben"))
			.step("like again", () -> likes.toggle("post", "carl"))
			.check(() -> {
				assertThat(likes.latest("post", 9)).extracting((like) -> like.user()).containsExactly("carl");
				assertThat(likes.count("post")).isOne();
			});
	}

	private static Use feedWithLostKeys(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		Feed feed = feed(port, keys, streams);
		Concurrently.Action find = () -> assertThat(feed.publish("ben", "p1", NOON).repeated()).isTrue();
		return new Use().step("publish", () -> feed.publish("ben", "p1", NOON))
			.step("lose the outbox", () -> port.call((commands) -> commands.del(keys.key("feed", "ben", "outbox"))))
			.step("find with a lost outbox", find)
			.step("lose the posts", () -> port.call((commands) -> commands.del(keys.key("feed", "ben", "posts"))))
			.step("find with lost posts", find)
			.check(find)
			.closing(streams::close);
	}

	private static StreamQueues streams(CommandPort port, KeySpace keys, Background background) {
		return StreamQueues.create(port, keys, ValueCodecs.json(), background, new LiveSettings<>(Map.of()));
	}

	private static Feed feed(CommandPort port, KeySpace keys, StreamQueues streams) {
		return Feed.create(port, keys, TaskQueues.create(streams, new LiveSettings<>(Map.of())),
				new LiveSettings<>(FeedSettings.defaults().withPullThreshold(1).withMaxItems(2)), SocialObserver.NONE);
	}

	private static Use feed(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		Feed feed = feed(port, keys, streams);
		FollowGraph graph = FollowGraph.create(port, keys, () -> FollowGraphSettings.defaults(), () -> List.of(feed),
				SocialObserver.NONE);
		return new Use().step("follow", () -> graph.follow("anna", "ben"))
			.step("publish", () -> feed.publish("ben", "p1"))
			.step("publish again", () -> feed.publish("ben", "p2"))
			.step("read", () -> feed.page("anna", null, 9))
			.step("displace", () -> feed.publish("ben", "p3"))
			.step("delete", () -> feed.delete("ben", "p2"))
			.step("restore",
					() -> feed.restore("carl",
							List.of(new FeedItem("carl", "c1", NOON), new FeedItem("carl", "c2", NOON.plusSeconds(1)))))
			.step("restore more", () -> feed.restore("carl", List.of(new FeedItem("carl", "c3", NOON.plusSeconds(2)))))
			.step("follow another", () -> graph.follow("dora", "carl"))
			.check(() -> {
				for (String reader : List.of("anna", "dora")) {
					feed.forget(reader);
				}
				// Displaces what a refusal kept.
				feed.publish("ben", "p4");
				assertThat(feed.page("anna", null, 9).items()).extracting(FeedItem::id).containsExactly("p4", "p3");
				assertThat(feed.page("dora", null, 9).items()).extracting(FeedItem::id).containsExactly("c3", "c2");
			})
			.closing(streams::close);
	}

	private static Use sessions(CommandPort port, KeySpace keys, Background background) {
		TokenSessions sessions = TokenSessions.create(port, keys, new LiveSettings<>(TokenSessionSettings.defaults()),
				SessionObserver.NONE);
		List<IssuedSession> issued = new ArrayList<>();
		return new Use().step("issue", () -> issued.add(sessions.issue(NewSession.of("anna").withDevice("desk"))))
			.step("put", () -> assertThat(sessions.put(issued.get(0).token(), "name", "value")).isTrue())
			.step("issue another", () -> issued.add(sessions.issue(NewSession.of("anna").withDevice("phone"))))
			.step("revoke", () -> sessions.revoke(issued.get(0).token()))
			.step("revoke others", () -> sessions.revokeOthers(issued.get(1).token()))
			.step("grow old", () -> {
				// As if it had been issued half an hour ago.
				long end = System.currentTimeMillis() + OLD.toMillis();
				String id = issued.get(1).session().id();
				port.call((commands) -> commands.zadd(partOfSessions(keys, issued, "ends"), end, id.getBytes()));
				port.call((commands) -> commands.pexpireat(partOfSessions(keys, issued, "ends"), end));
				port.call((commands) -> commands.pexpireat(partOfSessions(keys, issued, "data"), end));
			})
			.step("touch", () -> sessions.touch(issued.get(1).token()))
			.check(() -> {
				for (String part : List.of("ends", "data")) {
					assertThat(port.<Long>call((commands) -> commands.pttl(partOfSessions(keys, issued, part))))
						.as(part)
						.isGreaterThan(2 * OLD.toMillis());
				}
				assertThat(sessions.find(issued.get(0).token())).isEmpty();
				assertThat(sessions.find(issued.get(1).token())).isPresent();
				assertThat(sessions.sessions("anna")).hasSize(1);
			});
	}

	private static String partOfSessions(KeySpace keys, List<IssuedSession> issued, String part) {
		byte[] token = Base64.getUrlDecoder().decode(issued.get(1).token());
		return keys.key("session", Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(token, 16)),
				part);
	}

	private static Use codes(CommandPort port, KeySpace keys, Duration resendInterval) {
		OneTimeCodes codes = OneTimeCodePurposes.create(port, keys, new LiveSettings<>(Map.of()), SessionObserver.NONE)
			.get("login", OneTimeCodeSettings.defaults().withResendInterval(resendInterval));
		List<String> issued = new ArrayList<>();
		return new Use().step("issue", () -> issued.add(((CodeIssue.Issued) codes.issue("anna")).code()))
			.step("mistype", () -> assertThat(codes.use("anna", "none").attemptsLeft()).isEqualTo(4))
			.step("use", () -> assertThat(codes.use("anna", issued.get(0)).accepted()).isTrue())
			.check(() -> assertThat(codes.use("anna", issued.get(0)).accepted()).isFalse());
	}

	private static Use bloomFilter(CommandPort port, KeySpace keys, Background background) {
		BloomFilter filter = BloomFilters
			.create(port, keys, background, new LiveSettings<>(Map.of()), BloomFilterObserver.NONE)
			.get("users", BloomFilterSettings.of(1000).withSettle(Duration.ZERO));
		List<String> users = IntStream.range(0, 30).mapToObj((i) -> "user" + i).toList();
		Runnable later = () -> {
			// As if a minute had passed since the refusal.
			String state = keys.key("bloom-filter", "users");
			if (port.<Boolean>call((commands) -> commands.hexists(state, "until"))) {
				port.call((commands) -> commands.hset(state, Map.of("until", "0".getBytes())));
			}
		};
		return new Use().step("create", () -> {
			later.run();
			filter.create();
		}).step("add", () -> assertThat(filter.add("anna")).isNotEqualTo(Membership.UNKNOWN)).step("rebuild", () -> {
			later.run();
			filter.rebuild(() -> Stream.concat(users.stream(), Stream.of("anna")), (done) -> {
			});
		}).step("add more", () -> filter.addAll(List.of("ben", "carl"))).check(() -> {
			Set<String> added = Set.of("anna", "ben", "carl", "user0", "user29");
			assertThat(filter.testAll(added)).containsOnly(Membership.MAYBE);
			later.run();
			// Where the source cannot be read, the filter is as before.
			catchThrowable(() -> filter.rebuild(() -> Stream.of((String) null), (done) -> {
			}));
			assertThat(filter.testAll(added)).containsOnly(Membership.MAYBE);
			later.run();
			filter.rebuild(added::stream, (done) -> {
			});
			assertThat(filter.testAll(added)).containsOnly(Membership.MAYBE);
			assertThat(port.<List<String>>call((commands) -> commands.keys(keys.key("bloom-slice", "users:0") + "*")))
				.hasSize(1);
		});
	}

}
