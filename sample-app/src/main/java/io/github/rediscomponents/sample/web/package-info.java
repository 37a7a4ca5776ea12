// SPDX-License-Identifier: Apache-2.0
/**
 * What every room answers with: the envelope, refusals, errors, and who is asking.
 */
@NullMarked
package io.github.rediscomponents.sample.web;

import org.jspecify.annotations.NullMarked;
