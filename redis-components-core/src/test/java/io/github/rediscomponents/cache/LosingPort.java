// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.function.BiConsumer;
import java.util.function.Predicate;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;

/**
 * A port that is subscribed, but whose messages a test loses or delivers late.
 */
public final class LosingPort {

	private LosingPort() {
	}

	/** Loses the messages whose text the test names. */
	static CommandPort of(CommandPort port, Predicate<String> lost) {
		return delivering(port, (message, delivery) -> {
			if (!lost.test(Utf8.text(message))) {
				delivery.run();
			}
		});
	}

	/**
	 * Leaves the delivery of each message to the test.
	 * @param port subscribes
	 * @param transport gets a message and what delivers it
	 */
	public static CommandPort delivering(CommandPort port, BiConsumer<byte[], Runnable> transport) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (!method.getName().equals("subscribe")) {
				return real.proceed();
			}
			return port.subscribe((String) args[0], new Listener((ChannelListener) args[1], transport));
		});
	}

	private record Listener(ChannelListener real, BiConsumer<byte[], Runnable> transport) implements ChannelListener {

		@Override
		public void message(byte[] message) {
			this.transport.accept(message, () -> this.real.message(message));
		}

		@Override
		public void subscribed() {
			this.real.subscribed();
		}

		@Override
		public void lost() {
			this.real.lost();
		}

	}

}
