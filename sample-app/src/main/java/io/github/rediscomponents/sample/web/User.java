// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

/**
 * The public data of a user, and the value of a login token.
 *
 * @param id the user's id
 * @param nickName displayed name
 * @param icon path of a picture, may be empty
 */
public record User(long id, String nickName, String icon) {
}
