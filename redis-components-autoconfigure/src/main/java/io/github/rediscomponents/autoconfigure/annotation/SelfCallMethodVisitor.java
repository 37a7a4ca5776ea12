package io.github.rediscomponents.autoconfigure.annotation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Follows {@code this} through the operand stack of one instance method. Where the stack
 * is not known, after a jump backwards, nothing is found until it is known again.
 */
final class SelfCallMethodVisitor extends MethodVisitor {

	private final Consumer<String> called;

	private final Consumer<String> lambda;

	private final Map<Label, OperandStack> targets = new HashMap<>();

	private @Nullable OperandStack stack = new OperandStack();

	private boolean firstLocalIsSelf = true;

	SelfCallMethodVisitor(Consumer<String> called, Consumer<String> lambda) {
		super(SpringAsmInfo.ASM_VERSION);
		this.called = called;
		this.lambda = lambda;
	}

	@Override
	public void visitInsn(int opcode) {
		if (this.stack == null) {
			return;
		}
		if ((opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) || opcode == Opcodes.ATHROW) {
			this.stack = null;
			return;
		}
		this.stack.apply(opcode);
	}

	@Override
	public void visitVarInsn(int opcode, int index) {
		if (opcode == Opcodes.ASTORE && index == 0) {
			this.firstLocalIsSelf = false;
		}
		if (this.stack != null) {
			switch (opcode) {
				case Opcodes.ALOAD -> this.stack.push(1, index == 0 && this.firstLocalIsSelf);
				case Opcodes.ILOAD, Opcodes.FLOAD -> this.stack.push(1, false);
				case Opcodes.LLOAD, Opcodes.DLOAD -> this.stack.push(2, false);
				case Opcodes.LSTORE, Opcodes.DSTORE -> this.stack.pop(2);
				default -> this.stack.pop(1);
			}
		}
	}

	@Override
	public void visitIntInsn(int opcode, int operand) {
		if (opcode != Opcodes.NEWARRAY) {
			push(1);
		}
	}

	@Override
	public void visitLdcInsn(Object value) {
		push((value instanceof Long || value instanceof Double) ? 2 : 1);
	}

	@Override
	public void visitTypeInsn(int opcode, String type) {
		if (opcode == Opcodes.NEW) {
			push(1);
		}
		else if (opcode == Opcodes.INSTANCEOF) {
			replace(1, 1);
		}
	}

	@Override
	public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
		replace(dimensions, 1);
	}

	@Override
	public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
		int size = Type.getType(descriptor).getSize();
		switch (opcode) {
			case Opcodes.GETSTATIC -> push(size);
			case Opcodes.PUTSTATIC -> replace(size, 0);
			case Opcodes.GETFIELD -> replace(1, size);
			default -> replace(size + 1, 0);
		}
	}

	@Override
	public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
		int arguments = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
		if (opcode == Opcodes.INVOKESTATIC) {
			arguments--;
		}
		else if (this.stack != null && this.stack.isSelf(arguments - 1)) {
			this.called.accept(SelfCall.signature(name, descriptor));
		}
		replace(arguments, Type.getReturnType(descriptor).getSize());
	}

	@Override
	public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... constants) {
		int captured = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
		if (this.stack != null && captured > 0 && this.stack.isSelf(captured - 1)) {
			for (Object constant : constants) {
				if (constant instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL) {
					String method = SelfCall.signature(handle.getName(), handle.getDesc());
					if (handle.getName().startsWith("lambda$")) {
						this.lambda.accept(method);
					}
					else {
						this.called.accept(method);
					}
				}
			}
		}
		replace(captured, Type.getReturnType(descriptor).getSize());
	}

	@Override
	public void visitJumpInsn(int opcode, Label label) {
		if (this.stack != null) {
			if (opcode == Opcodes.JSR) {
				this.stack = null;
				return;
			}
			this.stack.apply(opcode);
			this.targets.putIfAbsent(label, this.stack.copy());
		}
		if (opcode == Opcodes.GOTO) {
			this.stack = null;
		}
	}

	@Override
	public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
		visitSwitch(dflt, labels);
	}

	@Override
	public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
		visitSwitch(dflt, labels);
	}

	private void visitSwitch(Label dflt, Label[] labels) {
		if (this.stack != null) {
			this.stack.pop(1);
			this.targets.putIfAbsent(dflt, this.stack.copy());
			for (Label label : labels) {
				this.targets.putIfAbsent(label, this.stack.copy());
			}
		}
		this.stack = null;
	}

	@Override
	public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
		OperandStack caught = new OperandStack();
		caught.push(1, false);
		this.targets.put(handler, caught);
	}

	@Override
	public void visitLabel(Label label) {
		OperandStack known = this.targets.get(label);
		if (this.stack == null && known != null) {
			this.stack = known.copy();
		}
	}

	private void push(int slots) {
		replace(0, slots);
	}

	private void replace(int popped, int pushed) {
		if (this.stack != null) {
			this.stack.pop(popped);
			this.stack.push(pushed, false);
		}
	}

}
