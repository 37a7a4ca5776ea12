// SPDX-License-Identifier: Apache-2.0
/**
 * The page of the console and its HTTP interface.
 */
@NullMarked
package io.github.rediscomponents.console.web;

import org.jspecify.annotations.NullMarked;
