import http from 'node:http';
import https from 'node:https';

/** The parts of a request of an SDK client with a JSON protocol. */
interface StoreRequest {
  protocol: string;
  hostname: string;
  port?: number | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

interface StoreResponse {
  statusCode: number;
  headers: http.IncomingHttpHeaders;
  body: Uint8Array;
}

const agentOptions = { keepAlive: true, maxSockets: 50 };

/**
 * Creates the request handler of an SDK client for a service that responds with one small body. The
 * whole response must come within `timeoutMs`. The handler of the SDK takes more CPU time
 * (docs/performance.md), and limits the time until the head of a response only.
 */
export function createRequestHandler(timeoutMs: number) {
  const agents = {
    http: new http.Agent(agentOptions),
    https: new https.Agent(agentOptions),
  };

  function handle(
    { protocol, hostname, port, method, path, headers, body }: StoreRequest,
    { abortSignal: signal }: { abortSignal?: AbortSignal } = {},
  ): Promise<{ response: StoreResponse }> {
    const { promise, resolve, reject } = Promise.withResolvers<StoreResponse>();
    const isSecure = protocol === 'https:';
    const agent = isSecure ? agents.https : agents.http;
    const target = { hostname, port, method, path, headers, agent, signal };
    const request = (isSecure ? https : http).request(target, (response) => {
      const chunks: Uint8Array[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      // A response that is cut off has no end, but an error with the code ECONNRESET.
      response.on('error', reject).on('end', () => {
        const { statusCode = 0, headers } = response;
        resolve({ statusCode, headers, body: Buffer.concat(chunks) });
      });
    });

    const timer = setTimeout(() => {
      const error = new Error(`No response within ${timeoutMs} ms.`);
      // The SDK sends a request again after an error with this name.
      reject(Object.assign(error, { name: 'TimeoutError' }));
      request.destroy();
    }, timeoutMs);
    request.on('error', reject).on('close', () => clearTimeout(timer));
    // The SDK's own kind of bytes has methods of strings, which warn if Node calls them.
    const isBytes = body instanceof Uint8Array;
    request.end(isBytes ? Buffer.from(body.buffer, body.byteOffset, body.length) : body);
    return promise.then((response) => ({ response }));
  }

  return { timeoutMs, handle };
}
