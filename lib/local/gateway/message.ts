/** Header lines in the order and the case in which they were sent. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A request as it came over the wire. */
export interface IncomingRequest {
  method: string;
  /** Path as sent, still percent-encoded. */
  path: string;
  /** Query string as sent, without the question mark; empty where there is none. */
  query: string;
  protocol: string;
  headers: HeaderLines;
  body: Buffer;
  /** Address of the client's end of the connection. */
  sourceIp: string;
  /** Port on which the request came in. */
  port: number;
}

/** What goes back over the wire. */
export interface OutgoingResponse {
  status: number;
  headers: HeaderLines;
  body: Buffer;
}

/** The last value of a header, whatever case its name was sent in. */
export function headerValue(headers: HeaderLines, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.findLast(([sent]) => sent.toLowerCase() === wanted)?.[1];
}

/** The media type of a Content-Type value: lower case, without its parameters. */
export function mediaType(contentType: string): string {
  return contentType.split(';', 1).join('').trim().toLowerCase();
}
