// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.time.Instant;

/**
 * A refresh that was refused.
 *
 * @param time when, by the clock of this process
 * @param property the property or the section that is invalid
 * @param reason why, one sentence
 * @since 1.0.0
 */
public record Refusal(Instant time, String property, String reason) {

}
