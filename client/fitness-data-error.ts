interface ErrorDetails {
  status?: number;
  codes?: readonly string[];
  fields?: FieldMessages;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** An error of the service, of the network, of sign-in, or of a missing or expired session. */
export class FitnessDataError extends Error {
  override readonly name = 'FitnessDataError';
  /**
   * The code of an OAuth or diary error, e.g. `invalid_grant` or `failed-validation`. Errors of the
   * main API have `http_<status>`. The client itself throws `sign_in_required`, `invalid_state`,
   * `invalid_issuer`, `cursor_expired` and, if the service cannot be reached, `network_error`.
   */
  readonly code: string;
  /** The codes of an error of the main API, e.g. `not_found`. */
  readonly codes: readonly string[];
  /** The HTTP status, or 0 if the error is not a response. */
  readonly status: number;
  /** The messages by field, e.g. `items.1.duration`. `__all__` stands for the whole request. */
  readonly fields: FieldMessages;
  /** The seconds after which the request can be sent again, if the service says so. */
  readonly retryAfter: number | undefined;
  /** The id of the request, by which an operator finds it in the log. */
  readonly requestId: string | undefined;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.codes = details.codes ?? [];
    this.status = details.status ?? 0;
    this.fields = details.fields ?? {};
    this.retryAfter = details.retryAfter;
    this.requestId = details.requestId;
  }
}

/** Reads the error in a response whose status is 400 or higher. */
export async function readError(response: Response): Promise<FitnessDataError> {
  const { status, headers } = response;
  const body = await response.json().catch(() => undefined);
  const content = parseErrorContent(body);
  const { code = `http_${status}`, codes = [], messages, fields } = content;
  const message = messages.join('; ') || `The service responded with status ${status}.`;
  return new FitnessDataError(code, message, {
    status,
    codes,
    fields,
    retryAfter: parseRetryAfter(headers),
    requestId: headers.get('x-amzn-RequestId') ?? undefined,
  });
}

/** The messages about each invalid field. `__all__` stands for the whole request. */
type FieldMessages = Readonly<Record<string, readonly string[]>>;

interface ErrorContent {
  /** The code of an OAuth or diary error. The main API has none. */
  code?: string;
  /** The codes of an error of the main API. */
  codes?: readonly string[];
  messages: readonly string[];
  fields: FieldMessages;
}

interface HalError {
  errors?: string[];
  codes?: string[];
  _diagnostics?: { validation_failures: Record<string, string[]>[] };
}

type DiaryItemDetails = { index?: number } & Record<string, unknown>;

interface CodedError {
  error: string;
  error_description?: string;
  error_details?: Record<string, unknown>;
}

/**
 * Reads the body of an error of the main API, the token endpoints or the diary. The content has no
 * messages if the body is not a JSON object.
 */
function parseErrorContent(body: unknown): ErrorContent {
  if (typeof body !== 'object' || body === null) return { messages: [], fields: {} };
  return 'error' in body ? parseCodedError(body as CodedError) : parseHalError(body);
}

function parseHalError({
  errors = [],
  codes = [],
  _diagnostics,
}: HalError): ErrorContent {
  const fields = Object.assign({}, ...(_diagnostics?.validation_failures ?? []));
  return { codes, messages: [...errors, ...listFieldMessages(fields)], fields };
}

function parseCodedError(body: CodedError): ErrorContent {
  const { error: code, error_description = code, error_details = {} } = body;
  const { items, ...others } = error_details;
  const itemFields = Array.isArray(items) ? items.map(toItemFields) : [];
  const fields = Object.assign({}, others, ...itemFields);
  return { code, messages: [error_description], fields };
}

/**
 * Returns the messages about one item of a diary POST, by paths such as `items.1.duration`. Without
 * an index, the messages are about the list of items.
 */
function toItemFields({ index, ...fields }: DiaryItemDetails): FieldMessages {
  const path = index === undefined ? 'items' : `items.${index}`;
  const members = Object.entries(fields).map(([field, messages]) => [
    field === '__all__' ? path : `${path}.${field}`,
    messages,
  ]);
  return Object.fromEntries(members);
}

function listFieldMessages(fields: FieldMessages): string[] {
  return Object.entries(fields).map(([field, messages]) => {
    const text = messages.join(', ');
    return field === '__all__' ? text : `${field} ${text}`;
  });
}

/** Matches a date of HTTP (RFC 9110 section 5.6.7). `Date.parse` finds one in `-1`, too. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

const parseHttpDate = (text: string | null) =>
  text !== null && httpDate.test(text) ? Date.parse(text) : Number.NaN;

/**
 * Returns the seconds in a `Retry-After` header, which is a number or a date (RFC 9110 section
 * 10.2.3). A date counts from that of the response, if scripts can read it, because the clock of
 * this machine may be wrong. Returns undefined if the header is missing or malformed.
 */
export function parseRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);

  const sentAt = parseHttpDate(headers.get('Date')) || now;
  const seconds = Math.ceil((parseHttpDate(text) - sentAt) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
