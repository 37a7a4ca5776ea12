// SPDX-License-Identifier: Apache-2.0
/**
 * The components beside what people use today: same machine, same server, same run, read
 * as ratios.
 */
@NullMarked
package io.github.rediscomponents.benchmarks;

import org.jspecify.annotations.NullMarked;
