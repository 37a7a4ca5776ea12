/**
 * Auto-configuration of the limit queues.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.queue;

import org.jspecify.annotations.NullMarked;
