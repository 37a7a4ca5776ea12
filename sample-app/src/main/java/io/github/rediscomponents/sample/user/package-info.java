/**
 * Accounts, login by code, login tokens.
 */
@NullMarked
package io.github.rediscomponents.sample.user;

import org.jspecify.annotations.NullMarked;
