/** A response to a request for a file, as Fastify has it. */
interface Reply {
  header(): Reply;
  send(body: string): void;
}

interface Route {
  url: string;
  handler(request: object, reply: Reply): void;
}

/**
 * Returns the script of Scalar for browsers. Scalar's plugin for Fastify contains the script, while
 * `@scalar/api-reference` would install the 260 packages that it is made of, too.
 */
export async function readReferenceScript(): Promise<string> {
  const { default: registerRoutes } = await import('@scalar/fastify-api-reference');
  const routes: Route[] = [];
  const server = { initialConfig: {}, route: (route: Route) => routes.push(route) };
  const configuration = { url: '/openapi.json' };
  registerRoutes(server, { configuration }, () => undefined);

  const script = routes.find(({ url }) => url.endsWith('.js'));
  if (!script) throw new Error('The plugin of Scalar serves no script.');
  return requestBody(script);
}

function requestBody({ handler }: Route): string {
  let body = '';
  const reply: Reply = {
    header: () => reply,
    send(sent) {
      body = sent;
    },
  };
  handler({}, reply);
  return body;
}
