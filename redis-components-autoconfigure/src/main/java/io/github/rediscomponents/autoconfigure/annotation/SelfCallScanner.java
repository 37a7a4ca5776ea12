package io.github.rediscomponents.autoconfigure.annotation;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.util.ClassUtils;

/**
 * Reads from byte code which methods a class calls on {@code this}. Finds only what is
 * certain: a call on another reference, be it to the same object or to its proxy, is not
 * one.
 */
final class SelfCallScanner extends ClassVisitor {

	private static final Logger logger = LoggerFactory.getLogger(SelfCallScanner.class);

	private final List<SelfCall> calls = new ArrayList<>();

	/** By the method of a lambda's body: the method that the lambda stands in. */
	private final Map<String, String> lambdas = new HashMap<>();

	private SelfCallScanner() {
		super(SpringAsmInfo.ASM_VERSION);
	}

	/**
	 * Scans one class, without its superclasses.
	 * @param type the class
	 * @return the calls; none if the byte code cannot be read
	 */
	static List<SelfCall> scan(Class<?> type) {
		SelfCallScanner scanner = new SelfCallScanner();
		try (InputStream code = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
			if (code != null) {
				new ClassReader(code).accept(scanner, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
			}
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("Cannot read the byte code of {}", type, ex);
			return List.of();
		}
		return scanner.calls.stream()
			.map((call) -> new SelfCall(scanner.enclosing(call.caller()), call.called()))
			.distinct()
			.toList();
	}

	private String enclosing(String caller) {
		String outer = caller;
		for (int depth = 0; depth < this.lambdas.size() && this.lambdas.containsKey(outer); depth++) {
			outer = this.lambdas.get(outer);
		}
		return outer;
	}

	@Override
	public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
			String @Nullable [] exceptions) {
		if ((access & (org.springframework.asm.Opcodes.ACC_STATIC | org.springframework.asm.Opcodes.ACC_BRIDGE)) != 0) {
			return null;
		}
		String caller = SelfCall.signature(name, descriptor);
		return new SelfCallMethodVisitor((called) -> this.calls.add(new SelfCall(caller, called)),
				(lambda) -> this.lambdas.put(lambda, caller));
	}

}
