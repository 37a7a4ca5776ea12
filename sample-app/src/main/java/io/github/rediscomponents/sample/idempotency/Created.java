// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.util.Optional;

/**
 * What a request has created or changed.
 *
 * @param <T> type of the result
 * @param id id of what was created or changed
 * @param result result of the creation or change, empty if it is that of an earlier
 * request
 */
public record Created<T>(long id, Optional<T> result) {
}
