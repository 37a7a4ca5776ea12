// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * The result of publishing a message or enqueueing a task.
 *
 * @param entryId the entry of the stream that holds it: the server's time in
 * milliseconds, a dash and a number; that of the earlier message if this is a duplicate
 * @param duplicate whether a message with its id was published within the window, so that
 * nothing was added
 * @since 1.0.0
 */
public record Published(String entryId, boolean duplicate) {

}
