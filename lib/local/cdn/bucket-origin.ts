import { compact } from '#shared/runtime/compact.ts';
import type { ObjectFolder, ObjectHeaders } from '../engines/objects/object-folder.ts';
import { parseObjectName } from '../engines/objects/object-name.ts';
import { isNotModified } from '../engines/objects/send-object.ts';
import {
  getHeader,
  type HeaderLines,
  type OutgoingResponse,
  type RequestHead,
} from '../http/message.ts';

/** The response of S3 to a caller who may not list the bucket, if an object does not exist. */
const accessDenied: OutgoingResponse = {
  status: 403,
  headers: [],
  body: Buffer.from('AccessDenied'),
};

function readConditions(headers: HeaderLines) {
  return compact({
    'if-none-match': getHeader(headers, 'if-none-match'),
    'if-modified-since': getHeader(headers, 'if-modified-since'),
  });
}

/** Returns the headers of an object without its length, which the CDN adds to every response. */
function toHeaderLines({ 'Content-Length': _, ...headers }: ObjectHeaders): HeaderLines {
  return Object.entries(headers);
}

/**
 * Reads an object from a bucket, as CloudFront does through origin access control. Returns 403 if
 * the object does not exist. Reads the object's file: the S3 server would copy it once more.
 */
export async function fetchFromBucket(
  bucket: string,
  { path, headers: requestHeaders }: RequestHead,
  objects: ObjectFolder,
): Promise<OutgoingResponse> {
  const name = parseObjectName(`/${bucket}${path}`);
  await using object = name && (await objects.open(bucket, name.key));
  if (!object) return accessDenied;

  const headers = toHeaderLines(object.headers);
  if (isNotModified(readConditions(requestHeaders), object.headers))
    return { status: 304, headers, body: Buffer.alloc(0) };
  return { status: 200, headers, body: await object.readAll() };
}
