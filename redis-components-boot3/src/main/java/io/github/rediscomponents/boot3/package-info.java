// SPDX-License-Identifier: Apache-2.0
/**
 * What differs between the generations of Spring Boot, for Spring Boot 3.5: connection
 * details, health, meters of caches.
 */
@NullMarked
package io.github.rediscomponents.boot3;

import org.jspecify.annotations.NullMarked;
