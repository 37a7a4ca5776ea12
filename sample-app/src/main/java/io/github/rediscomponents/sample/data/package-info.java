// SPDX-License-Identifier: Apache-2.0
/**
 * The first import of the real data.
 */
@NullMarked
package io.github.rediscomponents.sample.data;

import org.jspecify.annotations.NullMarked;
