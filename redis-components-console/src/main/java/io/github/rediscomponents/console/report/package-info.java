// SPDX-License-Identifier: Apache-2.0
/**
 * How the processes of an application report to each other through Redis.
 */
@NullMarked
package io.github.rediscomponents.console.report;

import org.jspecify.annotations.NullMarked;
