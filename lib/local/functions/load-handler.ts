import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { compact } from '#shared/runtime/compact.ts';
import type { FunctionData } from './invocation.ts';

/** The exported function of a bundle. */
export type BundleHandler = (event: unknown, context: unknown) => unknown;

type BundleLocation = Pick<FunctionData, 'code' | 'handler' | 'functionName'>;

/** An evaluated bundle. */
export interface LoadedBundle {
  handle: BundleHandler;
  /** Saves the code that V8 has compiled so far, for later threads. Further calls do nothing. */
  saveCompiledCode(): void;
}

/** Defines the variables of a CommonJS module. */
const wrapperStart = '(function (exports, require, module, __filename, __dirname) {';
const wrapperEnd = '\n})';

/** Compiles a file as CommonJS, as Lambda does, even if a package.json above it says `module`. */
function compileModule(filename: string, source: string, cachedData?: Buffer): Script {
  return new Script(
    wrapperStart + source + wrapperEnd,
    compact({
      filename,
      // Columns in stack traces do not count the wrapper.
      columnOffset: -wrapperStart.length,
      cachedData,
      // Lets the bundle import modules dynamically.
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }),
  );
}

function evaluateModule(
  script: Script,
  file: string,
  require: NodeJS.Require,
): Record<string, unknown> {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const evaluate = script.runInThisContext();
  evaluate(module.exports, require, module, file, dirname(file));
  return module.exports;
}

/**
 * Loads the handler of a bundle, with its compiled code if `compiledFolder` has that. Throws if the
 * bundle does not export the handler.
 */
export function loadHandler(
  { code, handler, functionName }: BundleLocation,
  compiledFolder: string,
): LoadedBundle {
  const [moduleName = '', exportName = ''] = handler.split('.');
  const require = createRequire(`${code}/`);
  const file = require.resolve(`./${moduleName}`);

  const source = readFileSync(file, 'utf8');
  const cache = openCodeCache(join(compiledFolder, functionName), source);
  const cachedData = cache.read();
  const script = compileModule(file, source, cachedData);
  let isSaved = cachedData !== undefined && script.cachedDataRejected === false;

  const exports = evaluateModule(script, file, require);
  const exported = exports[exportName];
  if (typeof exported !== 'function')
    throw new Error(`${file} does not export a function named ${exportName}.`);

  return {
    handle: exported as BundleHandler,
    saveCompiledCode: () => {
      if (isSaved) return;
      isSaved = true;
      cache.write(script.createCachedData());
    },
  };
}

const digestBytes = 32;

/** The compiled code of one function, which V8 loads faster than it compiles the source. */
interface CodeCache {
  /** Returns the compiled code of this source, or undefined if it is missing or damaged. */
  read(): Buffer | undefined;
  /** Saves the compiled code. Ignores failures, e.g. of a disk that is read-only or full. */
  write(compiled: Buffer): void;
}

/** Opens the file with the compiled code of a source. */
export function openCodeCache(file: string, source: string): CodeCache {
  return {
    read: () => {
      const content = readCacheFile(file);
      if (!content) return undefined;

      const compiled = content.subarray(digestBytes);
      const isValid = computeDigest(source, compiled).equals(
        content.subarray(0, digestBytes),
      );
      return isValid ? compiled : undefined;
    },
    write: (compiled) => {
      try {
        const digest = computeDigest(source, compiled);
        replaceCacheFile(file, Buffer.concat([digest, compiled]));
      } catch {}
    },
  };
}

/**
 * Computes the digest of a source and its compiled code. V8 does not verify compiled code, and the
 * process crashes on damaged code, e.g. after a power failure.
 */
function computeDigest(source: string, compiled: Uint8Array): Buffer {
  const hash = createHash('sha256').update(source).update('\0').update(compiled);
  return hash.digest();
}

function readCacheFile(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically, because other threads and processes read it. */
function replaceCacheFile(file: string, content: Buffer): void {
  const temporaryFile = `${file}.${process.pid}-${threadId}`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(temporaryFile, content);
    renameSync(temporaryFile, file);
  } catch (error) {
    rmSync(temporaryFile, { force: true });
    throw error;
  }
}
