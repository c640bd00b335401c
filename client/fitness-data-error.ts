import { type FieldMessages, parseErrorContent } from './error-content.ts';
import { parseRetryAfter } from './retry-after.ts';

interface ErrorDetails {
  status?: number;
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
   * `invalid_issuer` and, if the service cannot be reached, `network_error`.
   */
  readonly code: string;
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
  const { code = `http_${status}`, messages, fields } = parseErrorContent(body);
  const message = messages.join('; ') || `The service responded with status ${status}.`;
  return new FitnessDataError(code, message, {
    status,
    fields,
    retryAfter: parseRetryAfter(headers),
    requestId: headers.get('x-amzn-RequestId') ?? undefined,
  });
}
