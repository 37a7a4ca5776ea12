// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.OptionalLong;

import com.github.sonus21.rqueue.annotation.RqueueListener;
import com.github.sonus21.rqueue.config.SimpleRqueueListenerContainerFactory;
import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;
import com.github.sonus21.rqueue.spring.boot.RqueueListenerAutoConfig;
import com.github.sonus21.rqueue.utils.backoff.FixedTaskExecutionBackOff;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Rqueue with its defaults, but quick to give up: its auto-configuration and a listener.
 */
final class RqueueContender implements QueueContender {

	static final String QUEUE = "bench";

	private static final String DEAD = "bench-dead";

	private final LettuceConnectionFactory factory;

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final RqueueMessageEnqueuer enqueuer;

	RqueueContender(String uri, Handler handler) {
		this.factory = SpringStreamContender.factory(uri);
		this.context.registerBean(RedisConnectionFactory.class, () -> this.factory);
		this.context.registerBean(SimpleRqueueListenerContainerFactory.class, RqueueContender::quickToGiveUp);
		this.context.registerBean(Listener.class, () -> new Listener(handler));
		this.context.register(RqueueListenerAutoConfig.class);
		this.context.refresh();
		this.enqueuer = this.context.getBean(RqueueMessageEnqueuer.class);
	}

	private static SimpleRqueueListenerContainerFactory quickToGiveUp() {
		SimpleRqueueListenerContainerFactory containers = new SimpleRqueueListenerContainerFactory();
		containers.setTaskExecutionBackOff(new FixedTaskExecutionBackOff(100, 3));
		return containers;
	}

	@Override
	public void send(String body) {
		// It logs what went wrong and returns null.
		if (this.enqueuer.enqueue(QUEUE, new Message(body)) == null) {
			throw new IllegalStateException("Not enqueued");
		}
	}

	void sendIn(String body, long millis) {
		if (this.enqueuer.enqueueIn(QUEUE, new Message(body), millis) == null) {
			throw new IllegalStateException("Not enqueued");
		}
	}

	@Override
	public void sendAll(List<String> bodies) {
		bodies.forEach(this::send);
	}

	@Override
	public OptionalLong deadLetters() {
		Long size = new StringRedisTemplate(this.factory).opsForList().size(DEAD);
		return OptionalLong.of((size != null) ? size : 0);
	}

	@Override
	public void close() {
		this.context.close();
		this.factory.destroy();
	}

	/** Has to be public for Rqueue. */
	public static final class Listener {

		private final Handler handler;

		Listener(Handler handler) {
			this.handler = handler;
		}

		@RqueueListener(value = QUEUE, numRetries = "3", deadLetterQueue = DEAD, concurrency = "8-8")
		public void on(Message message) {
			this.handler.handle(message.body());
		}

	}

	/**
	 * What is sent: a plain text would come to the listener with its envelope.
	 *
	 * @param body the text
	 */
	public record Message(String body) {
	}

}
