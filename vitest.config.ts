import { enableCompileCache } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import SlowFilesFirst from './test/kit/sequencer.ts';

/**
 * The functions of the service run in hundreds of short-lived heaps. They need no helper threads,
 * and a larger young generation spares them most collections. The memory reducer would collect each
 * idle heap twice. V8 derives the second flag from the first only at the start of a process.
 */
const heapFlags = [
  '--single-threaded-gc',
  '--no-parallel-scavenge',
  '--min-semi-space-size=16',
  '--no-memory-reducer',
];

/**
 * The suite runs most of its code only a few times, so V8 would take longer to optimize it than the
 * optimized code would save. Only the optimizations of Maglev without inlining pay.
 */
const compilerFlags = ['--no-sparkplug', '--no-turbofan', '--no-maglev-inlining'];
for (const flag of [...heapFlags, ...compilerFlags]) setFlagsFromString(flag);

/**
 * Flags of the processes that run tests. Their heaps grow large. WebAssembly, e.g. the validation
 * of templates, ends before an optimization would pay.
 */
const testProcessFlags = ['--initial-old-space-size=128', '--liftoff-only'];

// Processes with the same flags share the modules that one of them has compiled.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

/** Limits that only end tests that hang. No result may depend on the speed of the machine. */
const timeLimits = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Tests that start a service of their own beside the shared one. */
const localTests = 'test/**/*.local.test.ts';
/**
 * Whether a deployed stack replaces the shared service. Services on this machine are not tested
 * then.
 */
const isDeployed = process.env.TARGET !== undefined;

export default defineConfig({
  test: {
    include: ['{client,functions,lib,shared,test}/**/*.test.ts'],
    exclude: isDeployed ? [localTests] : [],
    isolate: false,
    ...timeLimits,
    execArgv: [...heapFlags, ...compilerFlags, ...testProcessFlags],
    // Node loads the tests as it loads the service, and keeps a module for all files of a process.
    // No test replaces modules, so vitest need not read the syntax of tests.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    runner: 'test/kit/runner.ts',
    sequence: { sequencer: SlowFilesFirst },
    // Builds the functions and starts the shared service.
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/longer-time-limits.cjs', 'test/kit/environment.ts'],
    // At least three, because tests also wait. Each process loads and compiles the modules.
    maxWorkers: Math.max(3, availableParallelism()),
    teardownTimeout: 300_000,
  },
});
