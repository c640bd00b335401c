/** The default size limit of a body or of a JSON part, in bytes. */
export const defaultMaxBytes = 65_536;

const kilobyte = 2 ** 10;
const megabyte = 2 ** 20;

/** Formats a number of bytes for people, as in `256 KB`. */
export function formatSize(bytes: number): string {
  if (bytes < megabyte) return `${Math.floor(bytes / kilobyte)} KB`;
  return `${Math.floor(bytes / megabyte)} MB`;
}

/** Formats a limit for an error message, as in `262144 bytes (256 KB)`. */
export function formatSizeLimit(bytes: number): string {
  return `${bytes} bytes (${formatSize(bytes)})`;
}
