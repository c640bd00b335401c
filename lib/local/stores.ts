import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineOptions, type Engines, startEngines } from './engines/engines.ts';
import { createDataDirectory } from './host/data-directory.ts';
import { watchDiskSpace } from './host/disk-space.ts';
import { prepareKeyFile } from './host/encryption-key.ts';
import type { Stack } from './template/stack.ts';

/** The engines and files with the data of a running service. */
export interface Stores {
  /** A temporary directory if the service keeps no data. */
  directory: string;
  mailFolder: string;
  keyFile: string;
  engines: Engines;
}

interface StoreOptions extends EngineOptions {
  /** The folder of the encryption key. Defaults to the directory of the data. */
  keyFolder: string | undefined;
}

/** Starts the engines, and prepares the other files of the data directory. */
export async function startStores(
  stack: Stack,
  options: StoreOptions,
  disposables: AsyncDisposableStack,
): Promise<Stores> {
  const { directory, log, keyFolder = directory } = options;
  watchDiskSpace(directory, log, disposables);
  createDataDirectory(keyFolder);
  const keyFile = await prepareKeyFile(keyFolder);
  const mailFolder = join(directory, 'mail');
  await mkdir(mailFolder, { recursive: true, mode: 0o700 });
  const engines = await startEngines(stack, options, disposables);
  return { directory, mailFolder, keyFile, engines };
}
