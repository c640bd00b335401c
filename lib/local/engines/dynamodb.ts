import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { type ServerCommand, startProcess } from './process.ts';

const require = createRequire(import.meta.url);

/** The file of a package that may not exist for this platform. */
function resolveOptional(file: string): string | undefined {
  try {
    return require.resolve(file);
  } catch {
    return undefined;
  }
}

/** The engine that is a program of its own; undefined where the platform has none. */
export function findDynoxideCommand(directory?: string): ServerCommand | undefined {
  const command = resolveOptional('@dynoxide/linux-x64/dynoxide');
  if (!command) return undefined;
  const storage = directory === undefined ? [] : ['--db-path', join(directory, 'dynamodb.sqlite')];
  return {
    name: 'DynamoDB',
    command,
    args: (port) => ['serve', '--host', '127.0.0.1', '--port', String(port), ...storage],
    readyMessage: 'Dynoxide listening',
  };
}

/** The engine that runs wherever Node does. */
export function buildDynaliteCommand(directory?: string): ServerCommand {
  const storage = directory === undefined ? [] : ['--path', join(directory, 'dynamodb.level')];
  const options = ['--host', '127.0.0.1', '--createTableMs', '0'];
  return {
    name: 'DynamoDB',
    command: process.execPath,
    args: (port) => [
      require.resolve('dynalite/cli.js'),
      '--port',
      String(port),
      ...options,
      ...storage,
    ],
    readyMessage: 'Dynalite listening',
  };
}

/** An engine, and what the functions must be told of it. */
export interface StartedDynamoDb {
  engine: Engine;
  environment: Record<string, string>;
}

/** dynalite leaves the item that refused a write out of its answer; the table port then reads it. */
export const dynaliteEnvironment = { DYNAMODB_OMITS_REFUSED_ITEM: 'true' };

/** Starts the DynamoDB engine that this platform has, with its data in `directory`, or in memory without one. */
export async function startDynamoDb(
  directory: string | undefined,
  log: (line: string) => void,
): Promise<StartedDynamoDb> {
  const program = findDynoxideCommand(directory);
  return program
    ? { engine: await startProcess(program, log), environment: {} }
    : {
        engine: await startProcess(buildDynaliteCommand(directory), log),
        environment: dynaliteEnvironment,
      };
}
