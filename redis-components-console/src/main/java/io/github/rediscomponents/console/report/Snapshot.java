// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.util.Map;

/**
 * What the console shows at a moment.
 *
 * @param version differs from that of every other snapshot of this process
 * @param state {@code time}, {@code interval}, {@code collector}, {@code redis},
 * {@code processes}, {@code rooms} and {@code refusals}
 * @since 1.0.0
 */
public record Snapshot(long version, Map<String, Object> state) {

}
