// SPDX-License-Identifier: Apache-2.0
/**
 * A page that shows the components of all processes of an application, and the access to
 * it.
 */
@NullMarked
package io.github.rediscomponents.console;

import org.jspecify.annotations.NullMarked;
