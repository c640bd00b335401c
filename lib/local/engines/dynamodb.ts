import { createRequire } from 'node:module';
import { join } from 'node:path';
import { databaseFile } from '../host/database-file.ts';
import type { ServerCommand } from './process.ts';

const require = createRequire(import.meta.url);
const thisPlatform = `${process.platform}-${process.arch}`;

/** Returns the path of the engine's program. Throws if its package is not installed. */
function findProgram(platform: string): string {
  const program = platform.startsWith('win32-') ? 'dynoxide.exe' : 'dynoxide';
  try {
    return require.resolve(`@dynoxide/${platform}/${program}`);
  } catch (cause) {
    throw new Error(
      `The DynamoDB engine for ${platform} is not installed. It exists for Linux and macOS on ` +
        'x64 and arm64, and for Windows on x64. Elsewhere, set DYNAMODB_ENDPOINT to the URL of ' +
        'a running DynamoDB.',
      { cause },
    );
  }
}

/**
 * Builds the command that starts Dynoxide with its data in a directory. Throws if the engine does
 * not exist for the platform, e.g. `linux-x64`, or is not installed.
 */
export function buildDynamoDbCommand(
  directory: string,
  platform = thisPlatform,
): ServerCommand {
  const options = ['--host', '127.0.0.1', '--db-path', join(directory, databaseFile)];
  return {
    name: 'DynamoDB',
    command: findProgram(platform),
    args: (port) => ['serve', ...options, '--port', String(port)],
    readyMessage: 'Dynoxide listening',
  };
}
