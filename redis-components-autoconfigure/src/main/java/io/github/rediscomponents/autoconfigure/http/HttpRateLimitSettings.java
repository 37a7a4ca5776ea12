// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.List;

/**
 * Settings of the HTTP filter. Immutable.
 *
 * @param rules which requests are limited; all that match hold together
 * @param addresses finds the address of the client
 * @param responseHeaders whether responses tell the limits
 */
record HttpRateLimitSettings(List<HttpRule> rules, ClientAddresses addresses, boolean responseHeaders) {
}
