// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The chats of an application, as {@link GroupChat}s for bodies of a type. Sends nothing.
 * All instances work on the same chats; messages with bodies of another type are counted
 * as {@linkplain ChatMessages#undecodable() undecodable}. Instances are safe for use by
 * any number of threads.
 *
 * @since 1.0.0
 */
public interface GroupChats {

	/**
	 * Creates a registry.
	 * @param redis stores the chats
	 * @param keys names their keys
	 * @param codecs turns bodies into bytes
	 * @param settings their settings; a change applies to later calls
	 * @param observer receives the events of the chats
	 * @return the registry
	 */
	static GroupChats create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<GroupChatSettings> settings, MessagingObserver observer) {
		ChatStore store = new ChatStore(CommandPort.of(redis), keys);
		MessagingObserver quiet = Listeners.quiet(MessagingObserver.class, MessagingObserver.NONE, observer);
		return new GroupChats() {

			@Override
			public <T> GroupChat<T> get(TypeRef<T> body) {
				return new RedisGroupChat<>(store, codecs.codec(Checks.notNull("body", body).type()), settings, quiet);
			}

		};
	}

	/**
	 * Returns the chats for bodies of a class.
	 * @param body the class
	 * @param <T> the type of the bodies
	 * @return the chats
	 */
	default <T> GroupChat<T> get(Class<T> body) {
		return get(TypeRef.of(body));
	}

	/**
	 * Returns the chats for bodies of a generic type.
	 * @param body the type
	 * @param <T> the type of the bodies
	 * @return the chats
	 */
	<T> GroupChat<T> get(TypeRef<T> body);

}
