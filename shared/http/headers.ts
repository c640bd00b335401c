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

/** The media type of a Content-Type value: lower case, without its parameters; empty where there is none. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
