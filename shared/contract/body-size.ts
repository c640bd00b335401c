/** The largest body, or part of JSON, in bytes, unless an endpoint states another limit. */
export const defaultMaxBytes = 65_536;

const megabyte = 2 ** 20;

/** A number of bytes as people say it, as in `256 KB`. */
export function readableSize(bytes: number): string {
  return bytes < megabyte ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / megabyte)} MB`;
}

/** A limit as an error states it: exact, and as people say it, as in `262144 bytes (256 KB)`. */
export function sizeLimit(bytes: number): string {
  return `${bytes} bytes (${readableSize(bytes)})`;
}
