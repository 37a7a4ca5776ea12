// SPDX-License-Identifier: Apache-2.0
/**
 * What is measured, and how it is shown: progress, tables, pictures.
 */
@NullMarked
package io.github.rediscomponents.sample.load.measure;

import org.jspecify.annotations.NullMarked;
