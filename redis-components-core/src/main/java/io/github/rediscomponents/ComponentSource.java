// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.rediscomponents.codec.ValueCodecs;

/**
 * Provides the infrastructure of components. Implemented by containers that hold these
 * things as objects of their own; applications use {@link RedisComponents#on}.
 *
 * @since 1.0.0
 */
public interface ComponentSource {

	RedisPort redis();

	KeySpace keys();

	Background background();

	ValueCodecs codecs();

	/**
	 * Returns the settings of a component.
	 * @param type the component
	 * @param <S> its settings
	 * @return the settings, which may change later
	 */
	<S> LiveSettings<S> settings(ComponentType<S> type);

	/**
	 * Returns the observers of a type.
	 * @param type the interface that they implement
	 * @param <O> the interface
	 * @return the observers in the order in which they are called
	 */
	<O> Stream<O> observers(Class<O> type);

	/**
	 * Returns a component of this source, made if need be.
	 * @param type its type
	 * @param maker makes it
	 * @param <C> its type
	 * @return the component
	 */
	<C> C component(Class<C> type, Supplier<C> maker);

	/**
	 * Returns a component that another one needs.
	 * @param type its type
	 * @param maker makes it, if the source has none
	 * @param <C> its type
	 * @return the component
	 */
	<C> C needed(Class<C> type, Supplier<C> maker);

}
