/**
 * Pictures that users upload.
 */
@NullMarked
package io.github.rediscomponents.sample.upload;

import org.jspecify.annotations.NullMarked;
