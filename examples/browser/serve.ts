import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const page = join(root, 'examples/browser/index.html');
const builtClient = join(root, 'client/dist/fitness-data-client.js');

/**
 * Creates a server of the two files of the example, which does not listen yet. It serves the client
 * that `npm run client` built, unless another one is given.
 */
export function createExampleServer(client = builtClient): Server {
  return createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    if (pathname === '/examples/browser/') {
      response.setHeader('Content-Type', 'text/html');
      response.end(await readFile(page));
    } else if (pathname === '/client/dist/fitness-data-client.js') {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(await readFile(client));
    } else {
      response.writeHead(404).end();
    }
  });
}

if (import.meta.main) {
  const port = 8080;
  const url = `http://127.0.0.1:${port}/examples/browser/`;
  createExampleServer().listen(port, '127.0.0.1', () => {
    console.log(`Register the page as an application, and open it with its client id:
  npm run admin -- application create "Browser example" --public --redirect-uri ${url}
  ${url}`);
  });
}
