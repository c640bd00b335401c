import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';

type PathParameters = Readonly<Record<string, string>>;

/** Returns the parameters in the path of a request. */
export function readPathParameters({
  pathParameters,
}: APIGatewayProxyEvent): PathParameters {
  return (pathParameters ?? {}) as PathParameters;
}

/** Returns the version in the path of a request, or undefined if the path has no such version. */
export function findApiVersion(
  { versions }: Pick<Endpoint, 'versions'>,
  { resource, pathParameters }: APIGatewayProxyEvent,
): Endpoint['versions'][number] | undefined {
  // A route without a version has its prefix in the path, as in `/.well-known/...`.
  const [, prefix = ''] = resource.split('/');
  const requested = pathParameters?.version ?? prefix;
  return versions.find((served) => served === requested);
}
