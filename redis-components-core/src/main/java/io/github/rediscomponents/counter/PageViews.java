// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

/**
 * A page and its views on a day.
 *
 * @param page the page
 * @param views how many views it has
 * @since 1.0.0
 */
public record PageViews(String page, long views) {

}
