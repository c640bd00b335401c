import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Returns all values of a header by its lower-case name, in the order sent, or an empty list. */
export type HeaderReader = (name: string) => readonly string[];

/** Returns a function that reads the headers of an event. Names are case-insensitive. */
export function createHeaderReader(event: APIGatewayProxyEvent): HeaderReader {
  const valuesByName = new Map<string, string[]>();
  for (const [name, sent = []] of Object.entries(event.multiValueHeaders ?? {})) {
    const key = name.toLowerCase();
    const values = valuesByName.get(key) ?? [];
    valuesByName.set(key, [...values, ...sent]);
  }
  return (name) => valuesByName.get(name) ?? [];
}

const utf8Charsets = ['utf-8', 'utf8', 'us-ascii'];

/** Returns whether a Content-Type allows UTF-8, the encoding of JSON (RFC 8259 section 8.1). */
export function isUtf8Compatible(contentType = ''): boolean {
  const match = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType);
  const charset = match?.[1] ?? 'utf-8';
  return utf8Charsets.includes(charset.toLowerCase());
}

/**
 * Returns the media type of a Content-Type in lower case without parameters, or an empty string.
 */
export function parseMediaType(contentType = ''): string {
  const [mediaType = ''] = contentType.split(';', 1);
  return mediaType.trim().toLowerCase();
}
