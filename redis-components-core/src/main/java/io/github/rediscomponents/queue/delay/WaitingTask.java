// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Instant;
import java.util.Optional;

/**
 * A task that waits for its time.
 *
 * @param id its id
 * @param due when it is due by the server's clock
 * @param value the task; empty if its bytes are not one of the queue's type
 * @param <T> the type of the task
 * @since 1.0.0
 */
public record WaitingTask<T>(String id, Instant due, Optional<T> value) {

}
