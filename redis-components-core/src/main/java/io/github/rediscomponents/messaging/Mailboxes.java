package io.github.rediscomponents.messaging;

import java.lang.reflect.Type;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link Mailbox}es for bodies of a type. Sends nothing. All work on the same
 * mailboxes; messages whose bodies are of another type are told as
 * {@linkplain MailBatch#undecodable() undecodable}. Instances are safe for use by any
 * number of threads.
 */
public final class Mailboxes {

	private final RedisPort redis;

	private final KeySpace keys;

	private final OperationIds ids = new OperationIds();

	private final ValueCodecs codecs;

	private final LiveSettings<MailboxSettings> settings;

	private final MessagingMetrics metrics;

	private Mailboxes(RedisPort redis, KeySpace keys, ValueCodecs codecs, LiveSettings<MailboxSettings> settings,
			MessagingMetrics metrics) {
		this.redis = redis;
		this.keys = keys;
		this.codecs = codecs;
		this.settings = settings;
		this.metrics = Listeners.quiet(MessagingMetrics.class, MessagingMetrics.NONE, metrics);
	}

	/**
	 * Makes a factory.
	 * @param redis where the mailboxes live
	 * @param keys names their keys
	 * @param codecs turns bodies into bytes
	 * @param settings their settings; a change holds for what is done from then on
	 * @param metrics hears what they do
	 * @return the factory
	 */
	public static Mailboxes create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<MailboxSettings> settings, MessagingMetrics metrics) {
		return new Mailboxes(redis, keys, codecs, settings, metrics);
	}

	/**
	 * Mailboxes whose bodies are of a class.
	 * @param body the class
	 * @param <T> the type of the bodies
	 * @return the mailboxes
	 */
	public <T> Mailbox<T> of(Class<T> body) {
		return open(body);
	}

	/**
	 * Mailboxes whose bodies are of a generic type.
	 * @param body the type
	 * @param <T> the type of the bodies
	 * @return the mailboxes
	 */
	public <T> Mailbox<T> of(TypeRef<T> body) {
		return open(body.type());
	}

	private <T> Mailbox<T> open(Type body) {
		return new RedisMailbox<>(this.redis, this.keys, this.codecs.codec(body), this.ids, this.settings,
				this.metrics);
	}

}
