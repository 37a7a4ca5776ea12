// SPDX-License-Identifier: Apache-2.0
/**
 * What the rooms share and what has nothing to do with a connection: checks of arguments,
 * text, failures and their log, listeners, declared instances, meters. Internal: public
 * only so that the rooms and the auto-configuration can reach it; it may change in any
 * release.
 */
@NullMarked
package io.github.rediscomponents.support;

import org.jspecify.annotations.NullMarked;
