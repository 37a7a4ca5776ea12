// SPDX-License-Identifier: Apache-2.0
/**
 * Login tokens beside Spring Session.
 */
@NullMarked
package io.github.rediscomponents.benchmarks.session;

import org.jspecify.annotations.NullMarked;
