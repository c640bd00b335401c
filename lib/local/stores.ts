import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { factorVariable, maxQuota } from '#shared/quota/quotas.ts';
import { keyBytes } from '#shared/runtime/cipher.ts';
import { readKeyFile } from '#shared/runtime/key-file.ts';
import { type EngineOptions, type Engines, startEngines } from './engines/engines.ts';
import type { Functions } from './functions/functions.ts';
import { createDataDirectory, getKeyFile, hasDatabase } from './host/data-directory.ts';
import { watchDiskSpace } from './host/disk-space.ts';
import { replaceFile } from './host/files.ts';
import { prepareSigningKeys } from './host/signing-key-file.ts';
import type { LocalUrls } from './template/addresses.ts';
import type { Stack } from './template/stack.ts';

/** The engines and files with the data of a running service. */
export interface Stores {
  /** A temporary directory if the service keeps no data. */
  directory: string;
  mailFolder: string;
  keyFile: string;
  signingKeyFile: string;
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
  const signingKeyFile = await prepareSigningKeys(keyFolder, keyFile);
  const mailFolder = join(directory, 'mail');
  await mkdir(mailFolder, { recursive: true, mode: 0o700 });
  const engines = await startEngines(stack, options, disposables);
  return { directory, mailFolder, keyFile, signingKeyFile, engines };
}

/** Local functions do not call providers by default, because a demonstration has made-up tokens. */
const providerCallsOff = { PROVIDER_GATEWAY: 'off' } as const;

/** Everybody can create accounts and applications by default. Mail is written to a folder. */
const accountSettings = {
  SIGN_UP: 'open',
  REGISTRATION: 'open',
  MAIL_FROM: 'fitness-data@localhost',
} as const;

/** One machine serves few people, so nothing limits them unless the operator says so. */
const defaultQuotas = { [factorVariable]: String(maxQuota) } as const;

/**
 * Builds the environment variables that override the template's variables in every function. The
 * variables in `environment` take precedence.
 */
export function buildSharedEnvironment(
  { engines, mailFolder }: Stores,
  urls: LocalUrls,
  environment: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return {
    ...providerCallsOff,
    ...accountSettings,
    ...defaultQuotas,
    MAIL_FOLDER: mailFolder,
    // The CDN serves downloads: the S3 server is not reachable from outside, and downloads must not
    // share an origin with pages.
    OBJECT_DOWNLOAD_URL: urls.cdn,
    ...engines.environment,
    ...environment,
  };
}

/** Builds the environment variables with which the operator's tools use the stores and the key. */
export function buildStoreEnvironment(
  functions: Functions,
  { engines, keyFile, signingKeyFile }: Stores,
): Record<string, string> {
  return {
    ...functions.environment,
    ...defaultQuotas,
    ...engines.environment,
    ENCRYPTION_KEY_FILE: keyFile,
    SIGNING_KEY_FILE: signingKeyFile,
  };
}

async function createKeyFile(path: string): Promise<void> {
  const key = randomBytes(keyBytes).toString('base64');
  await replaceFile(path, `${key}\n`, { mode: 0o600 });
}

/**
 * Returns the path of the encryption key in a data directory, and creates the key for a new
 * directory. Throws if the key is damaged, or if it is missing although the directory has data,
 * because a new key could not decrypt the data.
 */
export async function prepareKeyFile(directory: string): Promise<string> {
  const path = getKeyFile(directory);
  if (!existsSync(path)) {
    if (hasDatabase(directory))
      throw new Error(
        `${path} is missing. Restore it from a backup: the stored provider tokens need it.`,
      );
    await createKeyFile(path);
  }

  await readKeyFile(path);
  return path;
}
