import { get, type IncomingMessage } from 'node:http';

/** Sends a GET request to the S3 server. Rejects if the server cannot be reached. */
export function fetchObject(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
}
