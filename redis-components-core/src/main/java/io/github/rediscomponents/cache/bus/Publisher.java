// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Publishes messages through chosen masters, without waiting for the replies.
 *
 * @param redis carries the messages
 */
record Publisher(CommandPort redis) {

	private static final Logger logger = LoggerFactory.getLogger(Publisher.class);

	/**
	 * Publishes a message.
	 * @param key in a slot of the master
	 * @return whether it was published; completes exceptionally if Redis did not answer
	 */
	CompletionStage<Boolean> publish(String key, String channel, byte[] message) {
		return this.redis.evalAsync(CacheScripts.PUBLISH, new String[] { key }, Utf8.bytes(channel), message)
			.whenComplete((receivers, failure) -> {
				if (failure != null) {
					FailureLog.debug(logger, failure, "A message between caches was not published");
				}
			})
			.handle((receivers, failure) -> {
				if (failure == null || failure instanceof RedisCommandException) {
					return failure == null && receivers >= 0;
				}
				throw new CompletionException(failure);
			});
	}

}
