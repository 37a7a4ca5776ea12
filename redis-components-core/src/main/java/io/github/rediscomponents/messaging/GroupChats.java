package io.github.rediscomponents.messaging;

import java.lang.reflect.Type;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link GroupChat}s for bodies of a type. Sends nothing. All work on the same
 * chats; messages whose bodies are of another type are told as
 * {@linkplain ChatMessages#undecodable() undecodable}. Instances are safe for use by any
 * number of threads.
 */
public final class GroupChats {

	private final ChatStore store;

	private final ValueCodecs codecs;

	private final LiveSettings<GroupChatSettings> settings;

	private final MessagingMetrics metrics;

	private GroupChats(ChatStore store, ValueCodecs codecs, LiveSettings<GroupChatSettings> settings,
			MessagingMetrics metrics) {
		this.store = store;
		this.codecs = codecs;
		this.settings = settings;
		this.metrics = Listeners.quiet(MessagingMetrics.class, MessagingMetrics.NONE, metrics);
	}

	/**
	 * Makes a factory.
	 * @param redis where the chats live
	 * @param keys names their keys
	 * @param codecs turns bodies into bytes
	 * @param settings their settings; a change holds for what is done from then on
	 * @param metrics hears what they do
	 * @return the factory
	 */
	public static GroupChats create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<GroupChatSettings> settings, MessagingMetrics metrics) {
		return new GroupChats(new ChatStore(redis, keys), codecs, settings, metrics);
	}

	/**
	 * Chats whose bodies are of a class.
	 * @param body the class
	 * @param <T> the type of the bodies
	 * @return the chats
	 */
	public <T> GroupChat<T> of(Class<T> body) {
		return open(body);
	}

	/**
	 * Chats whose bodies are of a generic type.
	 * @param body the type
	 * @param <T> the type of the bodies
	 * @return the chats
	 */
	public <T> GroupChat<T> of(TypeRef<T> body) {
		return open(body.type());
	}

	private <T> GroupChat<T> open(Type body) {
		return new RedisGroupChat<>(this.store, this.codecs.codec(body), this.settings, this.metrics);
	}

}
