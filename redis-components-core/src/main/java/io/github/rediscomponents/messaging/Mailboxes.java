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
import io.github.rediscomponents.support.port.OperationIds;

/**
 * The mailboxes of an application, as {@link Mailbox}es for bodies of a type. Sends
 * nothing. All instances work on the same mailboxes; messages with bodies of another type
 * are listed as {@linkplain MailBatch#undecodable() undecodable}. Instances are safe for
 * use by any number of threads.
 *
 * @since 1.0.0
 */
public interface Mailboxes {

	/**
	 * Creates a registry.
	 * @param redis stores the mailboxes
	 * @param keys names their keys
	 * @param codecs turns bodies into bytes
	 * @param settings their settings; a change applies to later calls
	 * @param observer receives the events of the mailboxes
	 * @return the registry
	 */
	static Mailboxes create(RedisPort redis, KeySpace keys, ValueCodecs codecs, LiveSettings<MailboxSettings> settings,
			MessagingObserver observer) {
		OperationIds ids = new OperationIds();
		MessagingObserver quiet = Listeners.quiet(MessagingObserver.class, MessagingObserver.NONE, observer);
		return new Mailboxes() {

			@Override
			public <T> Mailbox<T> get(TypeRef<T> body) {
				return new RedisMailbox<>(CommandPort.of(redis), keys,
						codecs.codec(Checks.notNull("body", body).type()), ids, settings, quiet);
			}

		};
	}

	/**
	 * Returns the mailboxes for bodies of a class.
	 * @param body the class
	 * @param <T> the type of the bodies
	 * @return the mailboxes
	 */
	default <T> Mailbox<T> get(Class<T> body) {
		return get(TypeRef.of(body));
	}

	/**
	 * Returns the mailboxes for bodies of a generic type.
	 * @param body the type
	 * @param <T> the type of the bodies
	 * @return the mailboxes
	 */
	<T> Mailbox<T> get(TypeRef<T> body);

}
