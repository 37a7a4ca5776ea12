package io.github.rediscomponents.cache;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.RedisPort.ChannelListener;
import io.github.rediscomponents.support.RedisPort.Subscription;

/**
 * A port whose messages are all lost, although it says that it is subscribed.
 */
final class LossyPort {

	private LossyPort() {
	}

	static RedisPort of(RedisPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (method.getName().equals("subscribe")) {
				((ChannelListener) args[1]).subscribed();
				return (Subscription) () -> {
				};
			}
			return real.proceed();
		});
	}

}
