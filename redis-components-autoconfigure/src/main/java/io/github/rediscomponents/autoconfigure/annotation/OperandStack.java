package io.github.rediscomponents.autoconfigure.annotation;

import java.util.Arrays;

import org.springframework.asm.Opcodes;

/**
 * The operand stack of a method at one instruction, as far as it matters here: which
 * slots surely hold {@code this}. Longs and doubles take two slots.
 */
final class OperandStack {

	/** By how many slots each instruction without operands changes the stack. */
	private static final int[] DELTA = new int[202];

	static {
		set(1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2);
		set(Opcodes.IALOAD, -1, 0, -1, 0, -1, -1, -1, -1);
		set(Opcodes.IASTORE, -3, -4, -3, -4, -3, -3, -3, -3, -1, -2);
		for (int i = Opcodes.IADD; i <= Opcodes.DREM; i += 2) {
			set(i, -1, -2);
		}
		set(Opcodes.ISHL, -1, -1, -1, -1, -1, -1, -1, -2, -1, -2, -1, -2);
		set(Opcodes.I2L, 1, 0, 1, -1, -1, 0, 0, 1, 1, -1, 0, -1, 0, 0, 0, -3, -1, -1, -3, -3);
		set(Opcodes.IFEQ, -1, -1, -1, -1, -1, -1, -2, -2, -2, -2, -2, -2, -2, -2);
		set(Opcodes.MONITORENTER, -1, -1);
		set(Opcodes.IFNULL, -1, -1);
	}

	private boolean[] slots;

	private int size;

	OperandStack() {
		this(new boolean[16], 0);
	}

	private OperandStack(boolean[] slots, int size) {
		this.slots = slots;
		this.size = size;
	}

	private static void set(int from, int... deltas) {
		System.arraycopy(deltas, 0, DELTA, from, deltas.length);
	}

	OperandStack copy() {
		return new OperandStack(this.slots.clone(), this.size);
	}

	void push(int count, boolean self) {
		if (this.size + count > this.slots.length) {
			this.slots = Arrays.copyOf(this.slots, 2 * this.slots.length + count);
		}
		for (int i = 0; i < count; i++) {
			this.slots[this.size++] = self;
		}
	}

	void pop(int count) {
		this.size -= count;
	}

	/** Whether the slot so many below the top is {@code this}. */
	boolean isSelf(int depth) {
		return this.slots[this.size - 1 - depth];
	}

	/** Applies an instruction that has no operands, or a conditional jump. */
	void apply(int opcode) {
		switch (opcode) {
			case Opcodes.DUP -> copyBelow(1, 0);
			case Opcodes.DUP_X1 -> copyBelow(1, 1);
			case Opcodes.DUP_X2 -> copyBelow(1, 2);
			case Opcodes.DUP2 -> copyBelow(2, 0);
			case Opcodes.DUP2_X1 -> copyBelow(2, 1);
			case Opcodes.DUP2_X2 -> copyBelow(2, 2);
			case Opcodes.SWAP -> {
				copyBelow(1, 1);
				pop(1);
			}
			default -> change(DELTA[opcode]);
		}
	}

	private void change(int delta) {
		if (delta < 0) {
			pop(-delta);
		}
		else {
			push(delta, false);
		}
	}

	/**
	 * Puts a copy of the topmost {@code count} slots below the {@code over} under them.
	 */
	private void copyBelow(int count, int over) {
		int moved = count + over;
		boolean[] top = Arrays.copyOfRange(this.slots, this.size - moved, this.size);
		pop(moved);
		for (int i = over; i < moved; i++) {
			push(1, top[i]);
		}
		for (boolean slot : top) {
			push(1, slot);
		}
	}

}
