import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type DatabaseKind, databaseFiles } from '../host/database-files.ts';
import type { ServerCommand } from './process.ts';

const require = createRequire(import.meta.url);

/** Returns the path of a file in a package, or undefined if the package is not installed. */
function resolveOptional(file: string): string | undefined {
  try {
    return require.resolve(file);
  } catch {
    return undefined;
  }
}

/** Returns the engine that runs on this platform. */
export function getPlatformDatabase(): DatabaseKind {
  return findDynoxideCommand() ? 'dynoxide' : 'dynalite';
}

/**
 * Returns the command that starts Dynoxide, or undefined if it does not exist for this platform.
 * Without a directory, the data is in memory.
 */
export function findDynoxideCommand(directory?: string): ServerCommand | undefined {
  const command = resolveOptional('@dynoxide/linux-x64/dynoxide');
  if (!command) return undefined;

  const options = ['--host', '127.0.0.1'];
  const storage =
    directory === undefined ? [] : ['--db-path', join(directory, databaseFiles.dynoxide)];
  return {
    name: 'DynamoDB',
    command,
    args: (port) => ['serve', ...options, '--port', String(port), ...storage],
    readyMessage: 'Dynoxide listening',
  };
}

/** Builds the command that starts dynalite. Without a directory, the data is in memory. */
export function buildDynaliteCommand(directory?: string): ServerCommand {
  const program = require.resolve('dynalite/cli.js');
  const options = ['--host', '127.0.0.1', '--createTableMs', '0'];
  const storage =
    directory === undefined ? [] : ['--path', join(directory, databaseFiles.dynalite)];

  return {
    name: 'DynamoDB',
    command: process.execPath,
    args: (port) => [program, '--port', String(port), ...options, ...storage],
    readyMessage: 'Dynalite listening',
  };
}

/** The command of a DynamoDB engine, and the environment variables that functions need with it. */
export interface EmbeddedDynamoDb {
  command: ServerCommand;
  environment: Record<string, string>;
}

/**
 * Tells functions that dynalite does not return the item if a condition fails. `createWrites` reads
 * the item instead.
 */
export const dynaliteEnvironment = { DYNAMODB_OMITS_ITEM_ON_FAILURE: 'true' };

/**
 * Chooses Dynoxide, or dynalite on a platform without it. The data is in `directory`, or in memory
 * if `directory` is undefined.
 */
export function chooseDynamoDb(directory: string | undefined): EmbeddedDynamoDb {
  const dynoxide = findDynoxideCommand(directory);
  if (dynoxide) return { command: dynoxide, environment: {} };

  return { command: buildDynaliteCommand(directory), environment: dynaliteEnvironment };
}
