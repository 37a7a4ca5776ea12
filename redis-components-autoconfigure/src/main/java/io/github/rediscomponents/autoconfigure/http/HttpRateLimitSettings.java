// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.List;

/**
 * Settings of the HTTP filter. Immutable.
 *
 * @param rules the rules; a request must satisfy all that match it
 * @param addresses resolves the address of the client
 * @param responseHeaders whether responses contain the RateLimit header fields
 */
record HttpRateLimitSettings(List<HttpRule> rules, ClientAddresses addresses, boolean responseHeaders) {
}
