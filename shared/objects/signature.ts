import { createHmac } from 'node:crypto';

/**
 * Signs a text for S3 (SigV4). Returns the signature in hexadecimal. The scope has the date, the
 * region, the service and `aws4_request`.
 */
export function signText(
  text: string,
  secretAccessKey: string,
  scope: readonly string[],
): string {
  const sign = (key: string | Buffer, value: string) =>
    createHmac('sha256', key).update(value).digest();
  let key: string | Buffer = `AWS4${secretAccessKey}`;
  for (const step of scope) key = sign(key, step);
  return sign(key, text).toString('hex');
}
