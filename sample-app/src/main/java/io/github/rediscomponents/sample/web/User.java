// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

/**
 * What others may know of a user, and what a login token stands for.
 *
 * @param id the user's id
 * @param nickName the name that is shown
 * @param icon path of a picture, may be empty
 */
public record User(long id, String nickName, String icon) {
}
