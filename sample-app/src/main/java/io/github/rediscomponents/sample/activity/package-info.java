// SPDX-License-Identifier: Apache-2.0
/**
 * What happened last.
 */
@NullMarked
package io.github.rediscomponents.sample.activity;

import org.jspecify.annotations.NullMarked;
