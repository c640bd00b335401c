/** The methods of a Fastify reply that Scalar's plugin calls. */
interface Reply {
  header(): Reply;
  send(body: string): void;
}

interface Route {
  url: string;
  handler(request: object, reply: Reply): void;
}

/**
 * Returns the browser script of Scalar, which shows the API reference. Reads it from Scalar's
 * plugin for Fastify, because `@scalar/api-reference` would install 260 packages.
 */
export async function readReferenceScript(): Promise<string> {
  const { default: registerRoutes } = await import('@scalar/fastify-api-reference');
  // Instead of a Fastify server, this object collects the routes that the plugin registers.
  const routes: Route[] = [];
  const server = { initialConfig: {}, route: (route: Route) => routes.push(route) };
  const configuration = { url: '/openapi.json' };
  registerRoutes(server, { configuration }, () => undefined);

  const script = routes.find(({ url }) => url.endsWith('.js'));
  if (!script) throw new Error('The plugin of Scalar serves no script.');
  return callRoute(script);
}

/** Calls the handler of a route, and returns the body that it sends. */
function callRoute({ handler }: Route): string {
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
