// SPDX-License-Identifier: Apache-2.0
/**
 * Pictures that users upload.
 */
@NullMarked
package io.github.rediscomponents.sample.upload;

import org.jspecify.annotations.NullMarked;
