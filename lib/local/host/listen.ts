import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { respondInTurn } from './pipelining.ts';
import { watchBodies } from './slow-bodies.ts';
import { waitWithTimeout } from './timers.ts';

/** Maximum time for requests in flight after the service is told to stop. */
export const gracePeriodMs = 5000;

/** Resolves when work has ended, at the latest when the grace period ends. */
export async function waitForGracePeriod(work: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<unknown>();
  const ended = Promise.race([work, timeout.promise]);
  await waitWithTimeout(ended, gracePeriodMs, () => timeout.resolve(undefined));
}

/**
 * Creates a function that stops accepting requests and waits for requests in flight. Those that
 * take longer than the grace period are aborted. Further calls wait for the first.
 */
function createGracefulClose(server: Server): () => Promise<void> {
  const inFlight = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;

  server.on('request', (_, response) => {
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      // A client may keep the connection open, which would keep the server from closing.
      if (closing) server.closeIdleConnections();
    });
  });

  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    // Tells the client not to use the connection again.
    for (const response of inFlight) response.shouldKeepAlive = false;
    await waitWithTimeout(closed, gracePeriodMs, () => server.closeAllConnections());
  }

  return () => {
    closing ??= close();
    return closing;
  };
}

/**
 * Maximum size of all headers of a request in bytes, in Node. The gateway has a lower limit, and
 * responds as API Gateway does.
 */
const maxHeaderSize = 65_536;

/**
 * An idle connection can be used again for longer than proxies keep theirs, and the server waits
 * another minute: it does not close a connection on which a request is on its way.
 */
const keepAlive = { keepAliveTimeout: 120_000, keepAliveTimeoutBuffer: 60_000 };

/** A body of several gigabytes may take an hour, which is the life of a signed URL. */
const requestTimeout = 3_600_000;

/** Responds, on the connection itself, to a request that Node could not parse. */
export type ClientErrorListener = (
  error: NodeJS.ErrnoException,
  connection: Duplex,
) => void;

/** Responds to a request. If it throws or rejects, the connection is closed. */
type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Closes the connection of a request to which a server could not respond, and says why. */
function closeConnection(request: IncomingMessage, error: Error): void {
  request.socket.destroy();
  const isEndedByClient = request.errored !== null;
  if (!isEndedByClient) process.emitWarning(error);
}

/** Ends a request whose body does not arrive, with the response of the server to such a request. */
function endLateRequest(server: Server, { socket }: IncomingMessage): void {
  const error = Object.assign(new Error('Its body does not arrive.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  server.emit('clientError', error, socket);
  socket.destroySoon();
}

/** A server that listens already, and whose request listener is set later. */
export interface LocalServer {
  /** Without a trailing slash. */
  url: string;
  /**
   * Sets the request listener. Without `onClientError`, Node responds to malformed requests with a
   * status and no body.
   */
  handleWith(onRequest: Respond, onClientError?: ClientErrorListener): void;
  /** Stops accepting requests, and resolves when those in flight have finished. */
  close(): Promise<void>;
}

function toListenError(error: unknown, host: string, port: number): Error {
  const isTaken =
    error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isTaken)
    return Object.assign(new Error(`Port ${port} of ${host} is already in use.`), {
      code: 'EADDRINUSE',
    });

  return error instanceof Error ? error : new Error(String(error));
}

function getPort(server: Server): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

/**
 * Listens on a port until `disposables` is disposed of. Port 0 selects any free port.
 * Throws an error with the code EADDRINUSE if the port is in use.
 */
export async function listen(
  host: string,
  port: number,
  disposables: AsyncDisposableStack,
): Promise<LocalServer> {
  const server = createServer({ maxHeaderSize, requestTimeout, ...keepAlive });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw toListenError(error, host, port);
  }
  const close = createGracefulClose(server);
  disposables.defer(close);
  const stopped = new AbortController();
  disposables.defer(() => stopped.abort());
  const bodies = watchBodies((late) => endLateRequest(server, late), stopped.signal);

  const urlHost = isIPv6(host) ? `[${host}]` : host;
  return {
    url: `http://${urlHost}:${getPort(server) ?? port}`,
    close,
    handleWith: (onRequest, onClientError) => {
      const respond = respondInTurn((request, response) =>
        Promise.try(onRequest, request, response).catch((error) =>
          closeConnection(request, error),
        ),
      );
      server.on('request', (request, response) => {
        bodies.watch(request);
        respond(request, response);
      });
      if (onClientError) server.on('clientError', onClientError);
    },
  };
}
