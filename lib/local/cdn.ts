import type { RequestListener } from 'node:http';

/** Makes the request listener that stands for the distribution. */
export function createCdn(): RequestListener {
  return (_message, response) => {
    const body = JSON.stringify({ errors: ['not found'] });
    response.writeHead(404, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };
}
