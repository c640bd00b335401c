import type { ObjectFolder } from '../engines/objects/object-folder.ts';
import type { Invoke } from '../functions/invocation.ts';
import type { OutgoingResponse, RequestHead } from '../http/message.ts';
import type { Origin } from '../template/distribution.ts';
import { fetchFromBucket } from './bucket-origin.ts';
import { fetchFromFunction } from './function-origin.ts';

/** What a request to an origin needs from the rest of the runner. */
export interface OriginDeps {
  invoke: Invoke;
  /** Warns the developer about a failure whose reason the client does not see. */
  warn: (message: string) => void;
  /** The objects of the S3 server. */
  objects: ObjectFolder;
}

/** Returns the response of one origin. Rejects if an object cannot be read. */
export function fetchFromOrigin(
  origin: Origin,
  head: RequestHead,
  deps: OriginDeps,
): Promise<OutgoingResponse> {
  return origin.type === 'bucket'
    ? fetchFromBucket(origin.name, head, deps.objects)
    : fetchFromFunction(origin.arn, head, deps);
}
