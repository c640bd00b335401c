import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Enables Node's compile cache in its default folder. Without it every thread would load the
 * TypeScript compiler, which takes 11 MB and 40 ms.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };

/** Saves the modules that this thread compiled, and removes the variable from its environment. */
export function keepCompiledModules(): void {
  flushCompileCache();
  delete process.env.NODE_COMPILE_CACHE;
}
