// SPDX-License-Identifier: Apache-2.0
/**
 * What differs between the generations of Spring Boot, for Spring Boot 4: connection
 * details, health, meters of caches.
 */
@NullMarked
package io.github.rediscomponents.boot4;

import org.jspecify.annotations.NullMarked;
