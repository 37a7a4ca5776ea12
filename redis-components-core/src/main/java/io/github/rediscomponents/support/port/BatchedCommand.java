// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import io.github.rediscomponents.support.link.Refusals;
import io.lettuce.core.protocol.AsyncCommand;
import org.jspecify.annotations.Nullable;

/**
 * A plain command of a batch.
 *
 * @param <T> the type of the converted reply
 */
final class BatchedCommand<T extends @Nullable Object> extends BatchCall<T> {

	private final AsyncCommand<String, byte[], T> command;

	private final long bytes;

	BatchedCommand(LettuceRedisPort port, AsyncCommand<String, byte[], T> command, long bytes) {
		super(port);
		this.command = command;
		this.bytes = bytes;
	}

	@Override
	AsyncCommand<String, byte[], T> make() {
		return this.command;
	}

	@Override
	long bytes() {
		return this.bytes;
	}

	@Override
	Throwable explain(Throwable failure) {
		return Refusals.explain(this.command, failure);
	}

}
