// SPDX-License-Identifier: Apache-2.0
/**
 * Logins and codes: {@link io.github.rediscomponents.session.TokenSessions} for opaque
 * tokens, {@link io.github.rediscomponents.session.OneTimeCodes} for the codes that are
 * sent before.
 */
@NullMarked
package io.github.rediscomponents.session;

import org.jspecify.annotations.NullMarked;
