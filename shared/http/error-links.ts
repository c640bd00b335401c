import { type Endpoint, getResource } from '../contract/endpoint.ts';
import type { ErrorCode } from '../errors/errors.ts';
import { buildLinks, type Link } from '../hal/links.ts';

/** The links of an error in HAL. */
export interface ErrorLinks {
  self: readonly Link[];
  documentation: readonly Link[];
}

/** A request at which an error happened. */
interface FailedRequest {
  version: string;
  params: Readonly<Record<string, string>>;
}

/** An error, as far as its links depend on it. */
interface LinkedError {
  status: number;
  code?: ErrorCode;
}

/** Returns the links of an error of a request for a path, with its version. */
export function buildErrorLinks(
  path: Pick<Endpoint, 'path' | 'hasCollection'>,
  request: FailedRequest,
  error: LinkedError,
): ErrorLinks {
  const documentation = buildLinks(request.version).documentation(getResource(path));
  return { self: buildSelfLink(path, request, error), documentation };
}

/**
 * Returns the self link of an error: the requested item, or its collection if the item was not
 * found. Links to the documentation if clients cannot read the collection, so that the link always
 * resolves. The link of an expired cursor starts again.
 */
function buildSelfLink(
  path: Pick<Endpoint, 'path' | 'hasCollection'>,
  { version, params }: FailedRequest,
  { status, code }: LinkedError,
): Link[] {
  const { id } = params;
  const resource = getResource(path);
  const versionLinks = buildLinks(version);
  if (id !== undefined && status !== 404) {
    return versionLinks.item(resource, id).map(({ href }) => ({ href }));
  }
  if (path.hasCollection === false) return versionLinks.documentation(resource);
  if (code === 'cursor_expired')
    return versionLinks.collection(resource, { cursor: 'now' });
  return versionLinks.collection(resource);
}
