// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A port whose messages are all lost, although it says that it is subscribed.
 */
final class LossyPort {

	private LossyPort() {
	}

	static CommandPort of(CommandPort port) {
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
