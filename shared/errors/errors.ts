/** What is wrong with each part of a request: a field's name, or `__all__` for the whole, and one sentence a problem. */
export type Failures = Readonly<Record<string, readonly string[]>>;

/** Fields that one message names; a body of many items can have hundreds that are wrong. */
const mostNamed = 10;

function namedFailures({ failures }: { failures: Failures }): string {
  const named = Object.entries(failures).map(
    ([field, sentences]) =>
      `${field === '__all__' ? 'the request' : field} ${sentences.join(', ')}`,
  );
  const more = named.length - mostNamed;
  return [...named.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

interface ErrorEntry {
  /** HTTP status, except where `diary` has its own. */
  status: number;
  /** The code in an OAuth error body (RFC 6749 section 5.2 and 4.1.2.1), where one can be rendered so. */
  oauth: string;
  diary: { code: string; status?: number };
  /** What the caller is told; it names what to change. */
  message: (details: never) => string;
}

/**
 * Every error of the service. A handler can raise only those that its endpoint declares, and an unknown code or a
 * wrong detail does not compile. Decisions M3, M4, A10 and Y2.
 */
export const errors = {
  validation_failed: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'failed-validation', status: 422 },
    message: namedFailures,
  },
  invalid_query: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'failed-validation' },
    message: namedFailures,
  },
  unsupported_type: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'unsupported-diary-type' },
    message: namedFailures,
  },
  missing_header: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'missing-header' },
    message: ({ names }: { names: readonly string[] }) =>
      `${names.join(' and ')} must be sent, once and with a value`,
  },
  malformed_header: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'malformed-header' },
    message: ({ name, reason }: { name: string; reason: string }) => `${name} ${reason}`,
  },
  missing_body: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'missing-body' },
    message: () => 'a body is required',
  },
  malformed_body: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'malformed-body' },
    message: ({ reason }: { reason: string }) => `the body ${reason}`,
  },
  unauthorized: {
    status: 401,
    oauth: 'invalid_token',
    diary: { code: 'unauthorized' },
    message: () => 'a valid access token is required',
  },
  invalid_client: {
    status: 401,
    oauth: 'invalid_client',
    diary: { code: 'unauthorized' },
    message: () => 'client authentication failed',
  },
  user_token_required: {
    status: 403,
    oauth: 'insufficient_scope',
    diary: { code: 'forbidden' },
    message: () => 'this needs a token that a user granted; an application token cannot do it',
  },
  identity_mismatch: {
    status: 403,
    oauth: 'access_denied',
    diary: { code: 'forbidden' },
    message: ({ names }: { names: readonly string[] }) =>
      `${names.join(' and ')} must name the client and the user of the access token`,
  },
  not_found: {
    status: 404,
    oauth: 'not_found',
    diary: { code: 'not-found' },
    message: ({ kind, id }: { kind: string; id: string }) => `${kind} ${id} could not be found.`,
  },
  unknown_version: {
    status: 404,
    oauth: 'not_found',
    diary: { code: 'not-found' },
    message: ({ versions }: { versions: readonly string[] }) =>
      `this path exists under ${versions.map((version) => `/${version}/`).join(' and ')} only.`,
  },
  payload_too_large: {
    status: 413,
    oauth: 'invalid_request',
    diary: { code: 'malformed-body' },
    message: ({ limit, size, what = 'the body' }: { limit: string; size: number; what?: string }) =>
      `${what} has ${size} bytes; at most ${limit} are accepted.`,
  },
  unsupported_media_type: {
    status: 415,
    oauth: 'invalid_request',
    diary: { code: 'unsupported-content-type' },
    message: ({ expected }: { expected: string }) => `the Content-Type must be ${expected}.`,
  },
  unsupported_image_format: {
    status: 415,
    oauth: 'invalid_request',
    diary: { code: 'unsupported-content-type' },
    message: ({ part }: { part: string }) =>
      `the part ${part} must be a JPEG, PNG, WebP or GIF picture; its first bytes are of none of them.`,
  },
  idempotency_key_reused: {
    status: 422,
    oauth: 'invalid_request',
    diary: { code: 'duplicate-id' },
    message: () =>
      'this Idempotency-Key came with another body before; repeat that body, or send this one with a new key',
  },
  item_too_large: {
    status: 422,
    oauth: 'invalid_request',
    diary: { code: 'failed-validation' },
    message: () =>
      'this does not fit: what is kept together here takes 400 KB at most; delete some of it',
  },
  invalid_grant: {
    status: 400,
    oauth: 'invalid_grant',
    diary: { code: 'malformed-body' },
    message: ({ reason }: { reason: string }) => reason,
  },
  unauthorized_client: {
    status: 400,
    oauth: 'unauthorized_client',
    diary: { code: 'forbidden' },
    message: ({ grant }: { grant: string }) =>
      `this application is not registered for the ${grant} grant`,
  },
  unsupported_grant_type: {
    status: 400,
    oauth: 'unsupported_grant_type',
    diary: { code: 'malformed-body' },
    message: ({ supported }: { supported: readonly string[] }) =>
      `grant_type must be one of ${supported.join(', ')}`,
  },
  unknown_client: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'malformed-body' },
    message: () => 'the client_id is not that of a registered application',
  },
  unregistered_redirect_uri: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'malformed-body' },
    message: () => 'the redirect_uri is not one that the application has registered',
  },
  request_expired: {
    status: 400,
    oauth: 'invalid_request',
    diary: { code: 'malformed-body' },
    message: () =>
      'this authorization request is unknown, answered, too old, or was started in another browser; start again',
  },
  invalid_form_token: {
    status: 403,
    oauth: 'access_denied',
    diary: { code: 'forbidden' },
    message: () =>
      'this form was not sent from our own page, or it is too old; open the page again',
  },
  too_many_attempts: {
    status: 429,
    oauth: 'temporarily_unavailable',
    diary: { code: 'too-many-attempts' },
    message: ({ seconds }: { seconds: number }) =>
      `there were too many failed attempts; try again in ${seconds} seconds`,
  },
  internal: {
    status: 500,
    oauth: 'server_error',
    diary: { code: 'internal' },
    message: () => 'something went wrong on our side; the request can be repeated',
  },
  unavailable: {
    status: 503,
    oauth: 'temporarily_unavailable',
    diary: { code: 'internal' },
    message: () => 'the service is busy; repeat the request in a moment',
  },
  timed_out: {
    status: 504,
    oauth: 'temporarily_unavailable',
    diary: { code: 'internal' },
    message: () => 'the request took too long; repeat it in a moment',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** The details that an error's message needs, as the arguments of `fail`. */
export type ErrorArguments<C extends ErrorCode> = Parameters<(typeof errors)[C]['message']>;

/** An error of the closed table on its way to the caller. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly failures: Failures | undefined;
  /** Headers that the answer carries beside those of its shape, such as WWW-Authenticate. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    failures?: Failures,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.failures = failures;
    this.headers = headers;
  }
}

/** Builds an error of the table; `details` are what its message names. */
export function serviceError<C extends ErrorCode>(
  code: C,
  ...details: ErrorArguments<C>
): ServiceError {
  const [first] = details as [{ failures?: Failures } | undefined];
  const message = (errors[code].message as (argument: unknown) => string)(first);
  return new ServiceError(code, message, first?.failures);
}

/** The same error with headers that its answer carries as well. */
export function withHeaders(
  { code, message, failures }: ServiceError,
  headers: Readonly<Record<string, string>>,
): ServiceError {
  return new ServiceError(code, message, failures, headers);
}
