import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name of the socket that stands for a directory: short enough for any system, the same from every working directory. */
function socketOf(directory: string): string {
  const name = `fitness-data-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

async function isAnswered(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

async function listenOn(socket: string): Promise<Server> {
  const lock = createServer((connection) => connection.destroy()).listen(socket);
  await once(lock, 'listening');
  return lock;
}

/**
 * Creates the directory where it is missing and keeps other runners out of it until `owner` is disposed of.
 * The lock is a socket that this process listens on, so that it goes away with the process, however it ends.
 * Throws a sentence where another runner has the directory.
 */
export async function claimDirectory(path: string, owner: AsyncDisposableStack): Promise<string> {
  mkdirSync(path, { recursive: true });
  const directory = realpathSync(path);
  const socket = socketOf(directory);
  if (await isAnswered(socket))
    throw new Error(`Another runner is using ${directory}. End it, or use another directory.`);
  rmSync(socket, { force: true });
  const lock = await listenOn(socket);
  owner.defer(() => void lock.close());
  return directory;
}
