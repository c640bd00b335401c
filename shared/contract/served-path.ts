import { compact } from '../runtime/compact.ts';
import {
  allHosts,
  type Endpoint,
  type ErrorShape,
  getErrorShape,
  getRequestMethods,
  type Host,
  listHosts,
  rootPrefix,
} from './endpoint.ts';
import { isOpenToAnyOrigin } from './response-headers.ts';

/** A path of an API with at least one endpoint, and how it responds to other methods. */
export interface ServedPath
  extends Pick<Endpoint, 'path' | 'versions' | 'hasCollection'> {
  /** The value of `Allow`: the sorted methods that the path responds to. */
  allow: string;
  errorShape: ErrorShape;
  /** Whether scripts of any origin may call the path, so that it responds to preflights. */
  isOpenToAnyOrigin: boolean;
}

/** The served paths by host, and by their name in API Gateway, as in `/{version}/device`. */
export type ServedPaths = Readonly<Record<string, Readonly<Record<string, ServedPath>>>>;

/**
 * The path at which clients of OAuth try to register themselves if no metadata says where. The
 * fallback tells them how clients are known here.
 */
export const registrationPath = '/register';

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

/**
 * Describes the path that these endpoints of a host share. All have the same versions and the same
 * error shape.
 */
export function describePath(host: Host, endpoints: readonly Endpoint[]): ServedPath {
  const [first] = endpoints;
  if (!first) throw new Error('A path has at least one endpoint.');
  const { path, versions, hasCollection } = first;
  const errorShape = getErrorShape(first);
  const isOpen = isOpenToAnyOrigin(host, errorShape);
  const methods = endpoints.flatMap(getRequestMethods);
  const allowed = isOpen ? [...methods, 'OPTIONS'] : methods;
  return {
    path,
    versions,
    ...compact({ hasCollection }),
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
