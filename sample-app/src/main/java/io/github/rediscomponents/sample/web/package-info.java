// SPDX-License-Identifier: Apache-2.0
/**
 * The web layer of all packages: the envelope, refusals, errors, and the logged-in user.
 */
@NullMarked
package io.github.rediscomponents.sample.web;

import org.jspecify.annotations.NullMarked;
