/**
 * Who follows whom.
 */
@NullMarked
package io.github.rediscomponents.sample.follow;

import org.jspecify.annotations.NullMarked;
