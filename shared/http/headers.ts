import type { APIGatewayProxyEvent } from 'aws-lambda';

/** All values of a header by its lower-case name, in the order sent; empty where it is absent. */
export type HeaderReader = (name: string) => readonly string[];

/** Looks headers up by their lower-case name, whatever case they were sent in. */
export function headerReader(event: APIGatewayProxyEvent): HeaderReader {
  const values = new Map<string, string[]>();
  for (const [name, sent] of Object.entries(event.multiValueHeaders ?? {})) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), ...(sent ?? [])]);
  }
  if (values.size === 0)
    for (const [name, sent] of Object.entries(event.headers ?? {}))
      if (sent !== undefined) values.set(name.toLowerCase(), [sent]);
  return (name) => values.get(name) ?? [];
}

/** Whether a Content-Type value leaves a text in UTF-8, which is all that JSON may be in (RFC 8259 section 8.1). */
export function isUtf8(contentType: string | undefined): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType ?? '') ?? [];
  return ['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase());
}

/** The media type of a Content-Type value: lower case, without its parameters; empty where there is none. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
