@NullMarked
package io.github.rediscomponents.sample.load;

import org.jspecify.annotations.NullMarked;
