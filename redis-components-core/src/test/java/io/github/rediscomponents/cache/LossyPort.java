// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;

/**
 * A port whose messages are all lost, although it says that it is subscribed.
 */
public final class LossyPort {

	private LossyPort() {
	}

	public static CommandPort of(CommandPort port) {
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
