package io.github.rediscomponents.queue;

/**
 * Decides what becomes of a message whose {@link QueueListener} threw. Not asked about
 * {@link DeadLetterException}, which is a decision, about an {@link Error}, which is
 * tried again, and about bytes that are no message, which no listener sees.
 */
@FunctionalInterface
public interface QueueErrorHandler {

	/**
	 * Decides. Called on the thread of the listener, by several at once if it is
	 * concurrent; the message stays this process' meanwhile.
	 * @param delivery the message
	 * @param failure what the listener threw
	 * @return what becomes of it
	 * @throws Exception what is to be taken as the failure instead; the message is tried
	 * again, or a dead letter if that is a {@link DeadLetterException}
	 */
	OnFailure onFailure(Delivery<?> delivery, Exception failure) throws Exception;

}
