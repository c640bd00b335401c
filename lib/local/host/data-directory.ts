import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Builds the path of the lock socket: a hash, because systems limit the length of the path. */
function buildSocketPath(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex');
  const name = `fitness-data-${hash.slice(0, 16)}`;
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${name}`
    : join(tmpdir(), `${name}.sock`);
}

async function canConnect(socketPath: string): Promise<boolean> {
  const connection = connect(socketPath);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

async function listenOnSocket(socketPath: string): Promise<Server> {
  const server = createServer((connection) => connection.destroy());
  server.listen(socketPath);
  await once(server, 'listening');
  return server;
}

/**
 * Creates the directory if it is missing, and locks it until `disposables` is disposed of.
 * The lock is a socket of this process, so it ends with the process, even after a crash.
 * Throws if another runner holds the lock.
 */
export async function lockDirectory(
  path: string,
  disposables: AsyncDisposableStack,
): Promise<string> {
  mkdirSync(path, { recursive: true });
  const directory = realpathSync(path);
  const socketPath = buildSocketPath(directory);
  if (await canConnect(socketPath))
    throw new Error(
      `Another runner is using ${directory}. Stop it, or use another directory.`,
    );

  rmSync(socketPath, { force: true });
  const lock = await listenOnSocket(socketPath);
  disposables.defer(() => void lock.close());
  return directory;
}
