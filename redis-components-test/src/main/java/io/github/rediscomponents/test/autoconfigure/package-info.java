// SPDX-License-Identifier: Apache-2.0
/**
 * Development without an installed Redis: a Spring Boot application that starts its
 * server itself.
 */
@NullMarked
package io.github.rediscomponents.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
