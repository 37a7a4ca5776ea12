package io.github.rediscomponents.autoconfigure.autocomplete;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.InjectionPoint;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexes;

/**
 * Makes the beans of the declared indexes.
 */
final class PrefixIndexFactory {

	private final PrefixIndexes indexes;

	PrefixIndexFactory(PrefixIndexes indexes) {
		this.indexes = indexes;
	}

	/**
	 * An index whose payload type is declared.
	 */
	PrefixIndex<?> declared(String name, Class<?> payload) {
		return this.indexes.index(name, payload);
	}

	/**
	 * An index whose payload type stands at the place where it is injected.
	 */
	PrefixIndex<?> injected(String name, InjectionPoint point) {
		ResolvableType payload = type(point).as(PrefixIndex.class).getGeneric(0);
		if (payload.resolve() == null) {
			throw new IllegalStateException("The payload type of prefix index '" + name + "' is neither at " + point
					+ " nor declared; set " + PrefixIndexProperties.PREFIX + ".indexes." + name + ".type");
		}
		return this.indexes.index(name, payload.getType());
	}

	private static ResolvableType type(InjectionPoint point) {
		@Nullable MethodParameter parameter = point.getMethodParameter();
		if (parameter != null) {
			return ResolvableType.forMethodParameter(parameter);
		}
		return (point.getField() != null) ? ResolvableType.forField(point.getField()) : ResolvableType.NONE;
	}

}
