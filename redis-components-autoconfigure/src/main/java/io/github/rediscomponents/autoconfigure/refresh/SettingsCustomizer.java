// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

/**
 * Changes the settings of a component that were read from the properties, for what
 * properties cannot express.
 *
 * <pre>{@code
 * &#64;Bean
 * SettingsCustomizer<LockSettings> shortLeases(Region region) {
 *     return (settings) -> region.isLocal() ? settings.withLease(Duration.ofSeconds(10)) : settings;
 * }
 * }</pre>
 *
 * <p>
 * Beans of this type are called in their order when a component is first used, and at
 * each refresh, with the settings that the properties have then. A setting that must not
 * change while the application runs keeps its first value. An exception, or null, fails
 * the start; at a refresh it is reported and the component keeps its last valid settings.
 *
 * @param <S> the settings of one component, such as {@code CacheRegistrySettings} or
 * {@code LockSettings}
 * @since 1.0.0
 */
@FunctionalInterface
public interface SettingsCustomizer<S> {

	/**
	 * Changes settings.
	 * @param settings the settings, which are immutable
	 * @return the settings to use, never null
	 */
	S customize(S settings);

}
