import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Responds to a request. */
type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What a connection may have sent before Node stops reading. Proxies send one at a time. */
const maxWaiting = 100;

/**
 * Returns a listener that responds to the requests of a connection one after the other, each when
 * the client has the response before. Meanwhile nothing more is read from the connection. Otherwise
 * a megabyte of small requests would take a gigabyte of memory.
 */
export function respondInTurn(respond: Respond): Respond {
  const waiting = new WeakMap<Socket, (() => void)[]>();

  /** Starts the turn of the next request, and reads on when it is the last one. */
  function endTurn(socket: Socket): void {
    const turns = waiting.get(socket) ?? [];
    const next = turns.shift();
    if (next) next();
    else waiting.delete(socket);
    if (turns.length > 0) socket.pause();
    else socket.resume();
  }

  return async (request, response) => {
    const { socket } = request;
    response.once('close', () => endTurn(socket));
    const turns = waiting.get(socket);
    if (turns) {
      if (turns.length >= maxWaiting) socket.destroy();
      socket.pause();
      const { promise, resolve } = Promise.withResolvers<void>();
      turns.push(resolve);
      await promise;
    } else waiting.set(socket, []);
    if (!socket.destroyed) await respond(request, response);
  };
}
