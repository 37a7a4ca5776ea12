// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;

/**
 * A permit that is out.
 *
 * @param id see {@link Permit#id()}
 * @param count how many permits it stands for
 * @param age how long it has been held
 * @param remaining how long it lasts if it is not renewed
 * @since 1.0.0
 */
public record PermitInfo(String id, int count, Duration age, Duration remaining) {
}
