import type { RequestListener } from 'node:http';
import { type Html, html } from '#shared/html/html.ts';
import { getPageHeaders, renderPage } from '#shared/pages/layout.ts';
import { listen } from '../local/host/listen.ts';
import { formatCodeCommands } from './commands.ts';

const path = '/callback';

/**
 * Serves the redirect URI of the demonstration: a page with the code and the commands that redeem
 * it. Returns the URI. Port 0 selects any free port.
 */
export async function startCallbackPage(
  host: string,
  port: number,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const server = await listen(host, port, disposables);
  server.handleWith(respond);
  return `${server.url}${path}`;
}

const respond: RequestListener = (request, response) => {
  const url = URL.parse(request.url ?? '', 'http://any');
  const query = url?.pathname === path ? url.searchParams : undefined;
  response.writeHead(query ? 200 : 404, getPageHeaders());
  response.end(query && renderCallback(query));
};

function renderCallback(query: URLSearchParams): string {
  const code = query.get('code');
  const body = code === null ? renderProblem(query) : renderCode(code);
  return renderPage({ title: 'Demonstration application', body, width: 'text' });
}

/** The commands use the variables that `npm start` prints. The code is the page's only secret. */
function renderCode(code: string): Html {
  const commands = [`CODE=${toShellWord(code)}`, ...formatCodeCommands()];
  return html`<h1>The application received a code</h1>
<pre>${code}</pre>
<p>It is valid for 10 minutes and can be redeemed once. In a shell, paste the line of variables that
<code>npm start</code> printed, then these commands. They redeem the code and refresh the token.</p>
<pre>${commands.join('\n')}</pre>
`;
}

/** Removes what no code contains, because any site can link to the page with commands to paste. */
function toShellWord(code: string): string {
  return code.replaceAll(/[^\w.-]/g, '');
}

function renderProblem(query: URLSearchParams): Html {
  const error = query.get('error') ?? 'no code';
  const description = query.get('error_description');
  return html`<h1>The application received no code</h1>
<p><code>${error}</code>${description !== null && html`: ${description}`}</p>
`;
}
