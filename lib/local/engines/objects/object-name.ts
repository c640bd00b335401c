/** The object that a request is about. */
export interface ObjectName {
  bucket: string;
  key: string;
}

/** File systems limit the name of a file to 255 bytes. */
const maxEncodedKey = 240;

/** Parses an address in path style. Returns undefined if its key is malformed or too long. */
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
