// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.nio.ByteBuffer;

/**
 * What one entry stores: an encoded value, or that there is none.
 *
 * @since 1.0.0
 */
public final class Payload {

	private final int flags;

	private final int fingerprint;

	private final byte[] bytes;

	private final long[] tags;

	/**
	 * A payload without tags.
	 * @param flags without that of the window
	 * @param fingerprint of the type, and of the form
	 * @param bytes of the value
	 */
	Payload(int flags, int fingerprint, byte[] bytes) {
		this(flags, fingerprint, bytes, TagIds.NONE);
	}

	private Payload(int flags, int fingerprint, byte[] bytes, long[] tags) {
		this.flags = flags;
		this.fingerprint = fingerprint;
		this.bytes = bytes;
		this.tags = tags;
	}

	public boolean isAbsent() {
		return (this.flags & Envelope.ABSENT) != 0;
	}

	/**
	 * Returns the number of its bytes, without header and tags.
	 */
	public int length() {
		return this.bytes.length;
	}

	/**
	 * Returns it compressed, if that saves a tenth at least.
	 * @param most how many bytes are left as they are; 0 for any number
	 */
	public Payload compressedAbove(int most) {
		if (most == 0 || this.bytes.length <= most) {
			return this;
		}
		byte[] compressed = Compression.compress(this.bytes);
		return (compressed != null)
				? new Payload(this.flags | Envelope.COMPRESSED, this.fingerprint ^ Envelope.COMPRESSED_MARK, compressed)
				: this;
	}

	/**
	 * Returns it with tags.
	 * @param ids of which there is at least one; see {@link TagIds}
	 */
	public Payload tagged(long[] ids) {
		return new Payload(this.flags ^ Envelope.TAGGED, this.fingerprint ^ Envelope.TAGGED_MARK, this.bytes, ids);
	}

	/**
	 * Returns what stands before the time at which an entry becomes stale.
	 * @param window whether the entry lives on for a while then
	 * @param ownTtl whether the time to live is not that of the settings
	 */
	public byte[] before(boolean window, boolean ownTtl) {
		return new byte[] { Envelope.VERSION,
				(byte) (this.flags | (window ? Envelope.WINDOW : 0) | (ownTtl ? Envelope.OWN_TTL : 0)) };
	}

	/**
	 * Returns what stands after it, up to the moment of the tags.
	 */
	public byte[] after(long loadMillis, long generation) {
		int ids = (this.tags.length > 0) ? 1 + Long.BYTES * this.tags.length : 0;
		ByteBuffer after = ByteBuffer
			.allocate(Envelope.HEADER - Envelope.STALE_AT - Long.BYTES + ids + this.bytes.length)
			.putInt((int) Math.min(loadMillis, Integer.MAX_VALUE))
			.putLong(generation)
			.putInt(this.fingerprint);
		if (ids > 0) {
			after.put((byte) this.tags.length);
			for (long id : this.tags) {
				after.putLong(id);
			}
		}
		return after.put(this.bytes).array();
	}

}
