package io.github.rediscomponents.autoconfigure.autocomplete;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autocomplete.Accents;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import org.springframework.util.unit.DataSize;

/**
 * Properties of one prefix index.
 */
public class PrefixIndexEntryProperties implements TypedDeclaration {

	/**
	 * Whether accents tell words apart.
	 */
	private Accents accents = Accents.KEEP;

	/**
	 * Largest payload of an entry.
	 */
	private DataSize maxPayload = DataSize.ofKilobytes(4);

	/**
	 * Class of the payloads; taken from the injection point if not set.
	 */
	private @Nullable String type;

	public Accents getAccents() {
		return this.accents;
	}

	public void setAccents(Accents accents) {
		this.accents = accents;
	}

	public DataSize getMaxPayload() {
		return this.maxPayload;
	}

	public void setMaxPayload(DataSize maxPayload) {
		this.maxPayload = maxPayload;
	}

	@Override
	public @Nullable String getType() {
		return this.type;
	}

	public void setType(@Nullable String type) {
		this.type = type;
	}

	PrefixIndexSettings toSettings() {
		return new PrefixIndexSettings(this.accents,
				(int) Math.max(0, Math.min(Integer.MAX_VALUE, this.maxPayload.toBytes())));
	}

}
