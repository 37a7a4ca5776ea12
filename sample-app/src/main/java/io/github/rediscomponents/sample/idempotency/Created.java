// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.util.Optional;

/**
 * What a request has created.
 *
 * @param <T> type of the result
 * @param id id of what was created
 * @param result result of the creation, empty if an earlier request has created it
 */
public record Created<T>(long id, Optional<T> result) {
}
