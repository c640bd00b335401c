import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type DatabaseKind, databaseFiles } from '../host/database-files.ts';
import type { ServerCommand } from './process.ts';

const require = createRequire(import.meta.url);

/** Returns the path of a file in a package, or undefined if the platform has no such package. */
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

/** Returns the command of the native engine, or undefined if the platform has none. */
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

/** Builds the command of the engine that runs on every platform. */
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

/** A kind of DynamoDB engine, and the environment variables that it requires of functions. */
export interface DynamoDbKind {
  command: ServerCommand;
  environment: Record<string, string>;
}

/** If a condition fails, dynalite does not return the item, so `createWrites` reads it. */
export const dynaliteEnvironment = { DYNAMODB_OMITS_ITEM_ON_FAILURE: 'true' };

/** Chooses the engine for this platform, with its data in `directory`, or in memory without one. */
export function chooseDynamoDb(directory: string | undefined): DynamoDbKind {
  const dynoxide = findDynoxideCommand(directory);
  if (dynoxide) return { command: dynoxide, environment: {} };

  return { command: buildDynaliteCommand(directory), environment: dynaliteEnvironment };
}
