/** The problems of a request by field, with `__all__` for the request as a whole. */
export type Failures = Readonly<Record<string, readonly string[]>>;

/**
 * The maximum number of fields in one message. A body of many items can have hundreds of invalid
 * fields.
 */
const maxFields = 10;

function describeFailures({ failures }: { failures: Failures }): string {
  const problems = Object.entries(failures).map(([field, messages]) => {
    const subject = field === '__all__' ? 'the request' : field;
    return `${subject} ${messages.join(', ')}`;
  });
  const more = problems.length - maxFields;
  if (more <= 0) return problems.join('; ');
  return [...problems.slice(0, maxFields), `and ${more} more`].join('; ');
}

/**
 * If a query has unknown types, the message consists only of the sentences about them, because
 * clients parse these.
 */
function describeUnsupportedTypes({
  failures,
  sentences,
}: {
  failures: Failures;
  sentences: readonly string[];
}): string {
  return sentences.length > 0 ? sentences.join('; ') : describeFailures({ failures });
}

/** Returns a duration as text, e.g. "1 second". */
const formatSeconds = (seconds: number) =>
  seconds === 1 ? '1 second' : `${seconds} seconds`;

/** The limits in which a caller has no more requests, and the seconds until they have some. */
interface QuotaExcess {
  policies: readonly string[];
  seconds: number;
}

/** The codes of errors in the bodies of OAuth and of the diary, by their status. */
const codesByStatus = {
  400: { oauth: 'invalid_request', diary: 'malformed-body' },
  401: { oauth: 'invalid_token', diary: 'unauthorized' },
  403: { oauth: 'access_denied', diary: 'forbidden' },
  404: { oauth: 'not_found', diary: 'not-found' },
  409: { oauth: 'invalid_request', diary: 'conflict' },
  410: { oauth: 'invalid_request', diary: 'not-found' },
  413: { oauth: 'invalid_request', diary: 'malformed-body' },
  415: { oauth: 'invalid_request', diary: 'unsupported-content-type' },
  422: { oauth: 'invalid_request', diary: 'failed-validation' },
  429: { oauth: 'temporarily_unavailable', diary: 'too-many-requests' },
  500: { oauth: 'server_error', diary: 'internal' },
  503: { oauth: 'temporarily_unavailable', diary: 'internal' },
  504: { oauth: 'temporarily_unavailable', diary: 'internal' },
};

interface ErrorDefinition {
  status: keyof typeof codesByStatus;
  /** The code in an OAuth error body (RFC 6749 sections 5.2 and 4.1.2.1), if it is another one. */
  oauth?: string;
  /** The code in an error body of the diary, if it is another one. */
  diary?: string;
  /** The status of the error in the diary, if it is another one. */
  diaryStatus?: number;
  /**
   * Returns the message, which says what the caller has to change. The type `never` allows a
   * parameter of any type.
   */
  message: (details: never) => string;
}

/**
 * Every error of the service. A handler can throw only the errors that its endpoint declares. An
 * unknown code or a missing detail does not compile.
 */
export const errors = {
  validation_failed: {
    status: 400,
    diary: 'failed-validation',
    diaryStatus: 422,
    message: describeFailures,
  },
  invalid_query: {
    status: 400,
    diary: 'failed-validation',
    message: describeFailures,
  },
  unsupported_type: {
    status: 400,
    diary: 'unsupported-diary-type',
    message: describeUnsupportedTypes,
  },
  missing_header: {
    status: 400,
    diary: 'missing-header',
    message: ({ names }: { names: readonly string[] }) =>
      `missing, empty or repeated header: ${names.join(', ')}`,
  },
  malformed_header: {
    status: 400,
    diary: 'malformed-header',
    message: ({ name, reason }: { name: string; reason: string }) => `${name} ${reason}`,
  },
  missing_body: {
    status: 400,
    diary: 'missing-body',
    message: () => 'a request body is required',
  },
  malformed_body: {
    status: 400,
    message: ({ reason }: { reason: string }) => `the request body ${reason}`,
  },
  unauthorized: {
    status: 401,
    message: () => 'send an access token as Authorization: Bearer TOKEN',
  },
  invalid_signature: {
    status: 401,
    message: () =>
      'the X-Signature is missing or wrong: enter the key for signatures of the inbox in the app',
  },
  inbox_secret_required: {
    status: 401,
    message: () => 'send the secret of the inbox as Authorization: Bearer or as Api-Key',
  },
  invalid_client: {
    status: 401,
    oauth: 'invalid_client',
    message: ({ reason }: { reason: string }) =>
      `client authentication failed: ${reason}`,
  },
  user_token_required: {
    status: 403,
    oauth: 'insufficient_scope',
    message: () => 'this endpoint requires a user token',
  },
  application_token_required: {
    status: 403,
    oauth: 'insufficient_scope',
    message: () =>
      'this endpoint requires a token of the application, from the client credentials grant',
  },
  insufficient_scope: {
    status: 403,
    oauth: 'insufficient_scope',
    message: ({ scope }: { scope: string }) =>
      `the access token must have the scope ${scope}`,
  },
  entries_hidden: {
    status: 403,
    message: () =>
      'the application may not see the entries of this connection, and so cannot delete them; ' +
      'the user can do so in the account',
  },
  restricted: {
    status: 403,
    diary: 'restricted',
    message: () =>
      'restricted: the user has paused the processing of their data; nothing is read or written ' +
      'until they resume it',
  },
  consent_required: {
    status: 403,
    message: () => 'the user has not agreed to the storage of data of the body',
  },
  account_unavailable: {
    status: 403,
    message: () => 'the account is disabled, or its user has asked for its deletion',
  },
  foreign_origin: {
    status: 403,
    message: () => 'only pages of this machine can send requests to this address',
  },
  identity_mismatch: {
    status: 403,
    message: describeFailures,
  },
  not_found: {
    status: 404,
    message: ({ kind, id }: { kind: string; id: string }) =>
      `${kind} ${id} could not be found.`,
  },
  inbox_not_found: {
    status: 404,
    message: () => 'no inbox has this secret: it is incomplete, or its inbox is revoked',
  },
  unknown_version: {
    status: 404,
    message: ({ versions }: { versions: readonly string[] }) => {
      const prefixes = versions.map((version) => `/${version}/`);
      return `this path is available only under ${prefixes.join(' and ')}`;
    },
  },
  cursor_expired: {
    status: 410,
    message: () =>
      'the cursor has expired: read everything anew, and follow the changes from cursor=now',
  },
  payload_too_large: {
    status: 413,
    message: ({
      limit,
      size,
      subject = 'the request body',
      hint = '',
    }: {
      limit: string;
      size: number;
      subject?: string;
      hint?: string;
    }) => `${subject} is too large: ${size} bytes; the limit is ${limit}${hint}`,
  },
  unsupported_media_type: {
    status: 415,
    message: ({ expected }: { expected: string }) =>
      `the Content-Type must be ${expected}`,
  },
  unsupported_image_format: {
    status: 415,
    message: ({ part, hint = '' }: { part: string; hint?: string }) =>
      `the part ${part} must be a JPEG, PNG, WebP or GIF image${hint}`,
  },
  idempotency_key_reused: {
    status: 422,
    diary: 'duplicate-id',
    message: () =>
      'this Idempotency-Key was used with a different body; send that body again or use a new key',
  },
  item_too_large: {
    status: 422,
    message: () =>
      'too large to store: an item, such as the entries of a day, is limited to 400 KB; ' +
      'delete some entries or send less',
  },
  invalid_grant: {
    status: 400,
    oauth: 'invalid_grant',
    message: ({ reason }: { reason: string }) => reason,
  },
  invalid_scope: {
    status: 400,
    oauth: 'invalid_scope',
    message: ({ reason }: { reason: string }) => reason,
  },
  invalid_target: {
    status: 400,
    oauth: 'invalid_target',
    message: ({ reason }: { reason: string }) => reason,
  },
  unauthorized_client: {
    status: 400,
    oauth: 'unauthorized_client',
    diary: 'forbidden',
    message: ({ grant }: { grant: string }) =>
      `this client is not authorized to use the ${grant} grant`,
  },
  unsupported_grant_type: {
    status: 400,
    oauth: 'unsupported_grant_type',
    message: ({ supported }: { supported: readonly string[] }) =>
      `grant_type must be one of ${supported.join(', ')}`,
  },
  unsupported_token_type: {
    status: 400,
    oauth: 'unsupported_token_type',
    message: () =>
      'a personal access token is revoked by its user, on the account page “Access tokens”',
  },
  unknown_client: {
    status: 400,
    message: () => 'the client_id is not registered',
  },
  unregistered_redirect_uri: {
    status: 400,
    message: () => 'the redirect_uri is not registered for this client',
  },
  unregistered_logout_uri: {
    status: 400,
    message: () => 'the post_logout_redirect_uri is not registered for this client',
  },
  link_unavailable: {
    status: 400,
    message: () => 'the link has expired or was already used; ask for a new one',
  },
  sign_up_closed: {
    status: 403,
    diary: 'malformed-body',
    message: () => 'accounts cannot be created here; contact the operator',
  },
  recovery_unavailable: {
    status: 403,
    diary: 'malformed-body',
    message: () => 'this service sends no mail; contact the operator',
  },
  authorization_refused: {
    status: 400,
    message: ({ reason }: { reason: string }) => reason,
  },
  request_expired: {
    status: 400,
    message: () =>
      'the authorization request has expired, was already completed, or was started in another ' +
      'browser; start again',
  },
  invalid_form_token: {
    status: 403,
    message: () => 'the form has expired; reload the page and try again',
  },
  too_many_attempts: {
    status: 429,
    diary: 'too-many-attempts',
    message: ({ seconds }: { seconds: number }) =>
      `too many failed attempts; try again in ${formatSeconds(seconds)}`,
  },
  too_many_requests: {
    status: 429,
    message: ({ seconds }: { seconds: number }) =>
      `this can be requested once every ${seconds} seconds; try again later`,
  },
  quota_exceeded: {
    status: 429,
    diary: 'quota-exceeded',
    message: ({ policies, seconds }: QuotaExcess) =>
      `too many requests: the limit ${policies.join(', ')} is used up; ` +
      `try again in ${formatSeconds(seconds)}`,
  },
  download_unavailable: {
    status: 404,
    message: () =>
      'the link is wrong, has expired, or its application may see less now; ' +
      'open the download in your account',
  },
  webhook_exists: {
    status: 409,
    message: () => 'the application has a webhook with this url and these types',
  },
  webhook_locked: {
    status: 409,
    message: () =>
      'the operator has disabled the webhook at this address, so only the operator can change it',
  },
  export_running: {
    status: 409,
    message: () => 'another export is running; wait until it is done',
  },
  too_many_exports: {
    status: 429,
    message: ({ seconds }: { seconds: number }) =>
      `too many exports in a day; try again in ${formatSeconds(seconds)}`,
  },
  too_many_images: {
    status: 429,
    message: ({ seconds }: { seconds: number }) =>
      `too many images in a day; try again in ${formatSeconds(seconds)}`,
  },
  parts_missing: {
    status: 409,
    message: ({ numbers }: { numbers: readonly number[] }) =>
      `upload these parts first: ${numbers.slice(0, 20).join(', ')}` +
      (numbers.length > 20 ? ` and ${numbers.length - 20} more` : ''),
  },
  upload_changed: {
    status: 409,
    message: () => 'a part was uploaded again meanwhile; complete the upload again',
  },
  uploaded_by_form: {
    status: 409,
    message: () => 'a form of the account uploads the file; its page starts the import',
  },
  answered_otherwise: {
    status: 409,
    message: () =>
      'the import has no open question, and was not answered like this before',
  },
  imports_running: {
    status: 429,
    message: () => 'too many imports are running; wait until one is done, or undo one',
  },
  too_many_imports: {
    status: 429,
    message: ({ seconds }: { seconds: number }) =>
      'too many imports in a day; send many files in one archive, or try again in ' +
      formatSeconds(seconds),
  },
  uploads_unfinished: {
    status: 429,
    message: ({ seconds }: { seconds: number }) =>
      'too many uploads that are not completed; complete or delete one, or try again in ' +
      formatSeconds(seconds),
  },
  internal: {
    status: 500,
    message: () => 'internal server error; try again',
  },
  unavailable: {
    status: 503,
    message: () => 'the service is temporarily unavailable; try again in a moment',
  },
  timed_out: {
    status: 504,
    message: () => 'the request timed out; try again in a moment',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;

/** Returns the codes of an error in the bodies of OAuth and of the diary, and its status there. */
export function getErrorCodes(code: ErrorCode) {
  const { status, diaryStatus = status, ...codes }: ErrorDefinition = errors[code];
  const { oauth, diary } = { ...codesByStatus[status], ...codes };
  return { oauth, diary, diaryStatus };
}

/** Why the service is unavailable, for the log: the code or name of an error, or a word of ours. */
interface Unavailability {
  cause: string;
}

/**
 * The details that an error needs, as the arguments of `fail`: those of its message, or the cause
 * for the log.
 */
export type ErrorArguments<C extends ErrorCode> = C extends 'unavailable'
  ? [details: Unavailability]
  : Parameters<(typeof errors)[C]['message']>;

/** An error with a code of `errors`, which the pipeline renders for the caller. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly failures: Failures | undefined;
  /** The names of the limits that a request exceeds. */
  readonly policies: readonly string[] | undefined;
  /** Additional response headers, such as WWW-Authenticate. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    { failures, policies, headers = {}, cause }: ServiceErrorOptions = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.failures = failures;
    this.policies = policies;
    this.headers = headers;
  }
}

interface ServiceErrorOptions {
  failures?: Failures | undefined;
  policies?: readonly string[] | undefined;
  headers?: Readonly<Record<string, string>>;
  /** Why the service is unavailable. */
  cause?: unknown;
}

/** Creates an error with a code of `errors`, and the details that it needs. */
export function serviceError<C extends ErrorCode>(
  code: C,
  ...details: ErrorArguments<C>
): ServiceError {
  // An error has at most one object with details.
  const [given] = details as readonly unknown[] as [ServiceErrorOptions?];
  const render = errors[code].message as (details: unknown) => string;
  return new ServiceError(code, render(given), given);
}

/** Returns a copy of an error with additional response headers. */
export function withHeaders(
  { code, message, failures, policies, cause }: ServiceError,
  headers: Readonly<Record<string, string>>,
): ServiceError {
  return new ServiceError(code, message, { failures, policies, headers, cause });
}

/** Returns a copy of an error that tells after how many seconds to try again. */
export function withRetryAfter(error: ServiceError, seconds: number): ServiceError {
  return withHeaders(error, { 'Retry-After': String(seconds) });
}
