// SPDX-License-Identifier: Apache-2.0
/**
 * Shared code of the packages that is independent of connections: checks of arguments,
 * text, failures and their log, listeners, declared instances, meters. Internal: public
 * only so that the rooms and the auto-configuration can reach it; it may change in any
 * release.
 */
@NullMarked
package io.github.rediscomponents.support;

import org.jspecify.annotations.NullMarked;
