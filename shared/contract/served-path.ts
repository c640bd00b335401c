import {
  allHosts,
  type Endpoint,
  type ErrorShape,
  errorShapeByHost,
  getErrorShape,
  getRequestMethods,
  type Host,
  listHosts,
  rootPrefix,
} from './endpoint.ts';
import { isOpenToAnyOrigin } from './response-headers.ts';

/** A path of an API with at least one endpoint, and how it responds to other methods. */
export interface ServedPath {
  /** The value of `Allow`: the sorted methods that the path responds to. */
  allow: string;
  errorShape: ErrorShape;
  /** Whether scripts of any origin may call the path, so that it responds to preflights. */
  isOpenToAnyOrigin: boolean;
}

/** The served paths by host, and by their name in API Gateway, as in `/{version}/device`. */
export type ServedPaths = Readonly<Record<string, Readonly<Record<string, ServedPath>>>>;

/**
 * Returns the path of an endpoint in API Gateway. The version is a parameter that functions check.
 * There is no trailing slash: API Gateway serves both forms (decision 0010).
 */
export function toResourcePath({
  path,
  versions,
}: Pick<Endpoint, 'path' | 'versions'>): string {
  return versions[0] === rootPrefix ? path : `/{version}${path.replace(/\/$/, '')}`;
}

/** Describes the path that these endpoints of a host share. All have the same error shape. */
export function describePath(host: Host, endpoints: readonly Endpoint[]): ServedPath {
  const [errorShape = errorShapeByHost[host]] = endpoints.map(getErrorShape);
  const isOpen = isOpenToAnyOrigin(host, errorShape);
  const methods = endpoints.flatMap(getRequestMethods);
  const allowed = isOpen ? [...methods, 'OPTIONS'] : methods;
  return {
    allow: allowed.toSorted().join(', '),
    errorShape,
    isOpenToAnyOrigin: isOpen,
  };
}

/** Describes every path that the endpoints have on their hosts. */
export function describePaths(endpoints: readonly Endpoint[]): ServedPaths {
  const describeHost = (host: Host) => {
    const served = endpoints.filter((endpoint) => listHosts(endpoint).includes(host));
    const byPath = Map.groupBy(served, toResourcePath);
    const paths = [...byPath].map(([path, group]) => [path, describePath(host, group)]);
    return [host, Object.fromEntries(paths)];
  };
  return Object.fromEntries(allHosts.map(describeHost));
}
