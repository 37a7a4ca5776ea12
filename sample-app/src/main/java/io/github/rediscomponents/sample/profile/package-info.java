// SPDX-License-Identifier: Apache-2.0
/**
 * What the profiles of the application need beyond their YAML.
 */
@NullMarked
package io.github.rediscomponents.sample.profile;

import org.jspecify.annotations.NullMarked;
