package io.github.rediscomponents.topic;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link Topic}s. Sends nothing. All share one connection for what they hear.
 * Instances are safe for use by any number of threads.
 */
public final class Topics implements AutoCloseable {

	private static final int MAX_NAME = 200;

	private final RedisPort redis;

	private final KeySpace keys;

	private final ValueCodecs codecs;

	private final LiveSettings<TopicRegistrySettings> settings;

	private final Background background;

	private final TopicObserver observer;

	private final Map<String, TopicChannel> channels = new ConcurrentHashMap<>();

	private Topics(RedisPort redis, KeySpace keys, ValueCodecs codecs, LiveSettings<TopicRegistrySettings> settings,
			Background background, TopicObserver observer) {
		this.redis = redis;
		this.keys = keys;
		this.codecs = codecs;
		this.settings = settings;
		this.background = background;
		this.observer = Listeners.quiet(TopicObserver.class, TopicObserver.NONE, observer);
	}

	/**
	 * Makes a factory.
	 * @param redis where to publish and to subscribe
	 * @param keys names the channels
	 * @param codecs turns messages into bytes
	 * @param settings the settings of all topics, followed when they change
	 * @param background its workers call the handlers
	 * @param observer hears what happens to the topics
	 * @return the factory
	 */
	public static Topics create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<TopicRegistrySettings> settings, Background background, TopicObserver observer) {
		return new Topics(redis, keys, codecs, settings, background, observer);
	}

	/**
	 * A topic.
	 * @param name its name, 1 to 200 characters
	 * @param type the class of its messages
	 * @param <T> the type of its messages
	 * @return the topic
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	public <T> Topic<T> topic(String name, Class<T> type) {
		return open(name, type);
	}

	/**
	 * A topic of a generic type.
	 * @param name its name, 1 to 200 characters
	 * @param type the type of its messages
	 * @param <T> the type of its messages
	 * @return the topic
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	public <T> Topic<T> topic(String name, TypeRef<T> type) {
		return open(name, type.type());
	}

	/**
	 * A topic whose type is only known at run time.
	 * @param name its name, 1 to 200 characters
	 * @param type the class or generic type of its messages
	 * @return the topic
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	public Topic<?> topic(String name, Type type) {
		return open(name, type);
	}

	private <T> Topic<T> open(String name, Type type) {
		String channelName = this.keys.channel("topic", Checks.hasLength("name", name, MAX_NAME));
		TopicChannel channel = this.channels.computeIfAbsent(channelName,
				(absent) -> new TopicChannel(this.redis, absent));
		return new RedisTopic<>(this.redis, name, channelName, channel, this.codecs.codec(type),
				() -> this.settings.get().settings(name), this.background.workers(),
				new ObservedTopic(this.observer, name));
	}

	/** Ends all subscriptions. */
	@Override
	public void close() {
		this.channels.values().forEach(TopicChannel::closeAll);
	}

}
