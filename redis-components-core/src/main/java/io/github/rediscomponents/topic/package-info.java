/**
 * Typed broadcast: {@link io.github.rediscomponents.topic.Topic} delivers to those who
 * are subscribed.
 */
@NullMarked
package io.github.rediscomponents.topic;

import org.jspecify.annotations.NullMarked;
