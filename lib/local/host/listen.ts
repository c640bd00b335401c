import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers beyond this many bytes are refused by Node itself; the gateway's own limit is lower and answered in shape. */
const maxHeaderSize = 65_536;

/** Answers, on the connection itself, what Node could not read as a request. */
export type UnreadableListener = (error: NodeJS.ErrnoException, connection: Duplex) => void;

/** A server that listens, and answers once it is told how. */
export interface Listener {
  /** Without a slash at the end. */
  url: string;
  /** Without a second listener Node answers what it cannot read, with a status and no body. */
  answerWith(listener: RequestListener, unreadable?: UnreadableListener): void;
}

function listenFailure(error: unknown, host: string, port: number): Error {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isTaken) return error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(`Port ${port} of ${host} is taken.`), { code: 'EADDRINUSE' });
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/**
 * Listens on a port (0 for any that is free) until `owner` is disposed of.
 * Throws a sentence with the code EADDRINUSE where the port is taken.
 */
export async function listen(
  host: string,
  port: number,
  owner: AsyncDisposableStack,
): Promise<Listener> {
  const server = createServer({ maxHeaderSize });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure(error, host, port);
  }
  owner.defer(() => close(server));
  const address = server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host}:${listening}`,
    answerWith: (listener, unreadable) => {
      server.on('request', listener);
      if (unreadable) server.on('clientError', unreadable);
    },
  };
}
