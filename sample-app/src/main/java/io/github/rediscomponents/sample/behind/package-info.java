// SPDX-License-Identifier: Apache-2.0
/**
 * What was behind an answer: the numbers of one request, for the page of a demo.
 */
@NullMarked
package io.github.rediscomponents.sample.behind;

import org.jspecify.annotations.NullMarked;
