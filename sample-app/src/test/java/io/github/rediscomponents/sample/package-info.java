@NullMarked
package io.github.rediscomponents.sample;

import org.jspecify.annotations.NullMarked;
