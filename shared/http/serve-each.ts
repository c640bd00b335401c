import { type Endpoint, getRequestMethods } from '../contract/endpoint.ts';
import { toResourcePath } from '../contract/served-path.ts';
import type { LambdaHandler } from './serve.ts';

/**
 * Returns the Lambda function of several endpoints, which chooses the handler by the method and the
 * route of a request. API Gateway sends no other requests.
 */
export function serveEach<Name extends string>(
  endpoints: Readonly<Record<Name, Endpoint>>,
  handlers: Readonly<Record<Name, LambdaHandler>>,
): LambdaHandler {
  const names = Object.keys(endpoints) as Name[];
  const routes = names.flatMap((name) => {
    const path = toResourcePath(endpoints[name]);
    const methods = getRequestMethods(endpoints[name]);
    return methods.map((method) => [`${method} ${path}`, handlers[name]] as const);
  });
  const byRoute = new Map<string, LambdaHandler>(routes);
  return async (event, context) => {
    const route = `${event.httpMethod} ${event.resource}`;
    const handler = byRoute.get(route);
    if (!handler) throw new Error(`The function does not serve ${route}.`);
    return handler(event, context);
  };
}
