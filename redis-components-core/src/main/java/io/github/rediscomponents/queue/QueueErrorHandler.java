// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * Decides about a message after its {@link QueueListener} threw. It is not called for a
 * {@link DeadLetterException}, which is a decision; for an {@link Error}, which is
 * retried; and for bytes that are no message, which no listener receives.
 *
 * @since 1.0.0
 */
@FunctionalInterface
public interface QueueErrorHandler {

	/**
	 * Decides. Called on the thread of the listener, by several at once if it is
	 * concurrent; the message stays this process' meanwhile.
	 * @param delivery the message
	 * @param failure the exception of the listener
	 * @return the treatment of the message
	 * @throws Exception a failure that replaces the given one; the message is retried, or
	 * becomes a dead letter if the exception is a {@link DeadLetterException}
	 */
	OnFailure onFailure(Delivery<?> delivery, Exception failure) throws Exception;

}
