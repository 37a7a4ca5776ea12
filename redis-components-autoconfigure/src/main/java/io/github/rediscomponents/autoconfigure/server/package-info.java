// SPDX-License-Identifier: Apache-2.0
/**
 * The properties of further Redis beside that of the application.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.server;

import org.jspecify.annotations.NullMarked;
