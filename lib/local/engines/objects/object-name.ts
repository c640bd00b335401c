/** The bucket and the key that identify an object. */
export interface ObjectName {
  bucket: string;
  key: string;
}

/**
 * Maximum length of an encoded key, which is part of a file name. File systems limit a file name to
 * 255 bytes.
 */
const maxEncodedKey = 240;

/** Compares two keys by their UTF-8 bytes, the order in which S3 lists keys. */
export function compareKeys(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/**
 * Parses a path-style URL, `/<bucket>/<key>`. Returns undefined if the key is malformed or too
 * long.
 */
export function parseObjectName(url: string): ObjectName | undefined {
  const [path = ''] = url.split('?');
  const [, bucket = '', ...segments] = path.split('/');
  try {
    const key = decodeURIComponent(segments.join('/'));
    const isTooLong = encodeURIComponent(key).length > maxEncodedKey;
    return isTooLong ? undefined : { bucket, key };
  } catch {
    return undefined;
  }
}
