/** The types of gateway responses, with the status that API Gateway sends. */
const statuses = {
  ACCESS_DENIED: 403,
  API_CONFIGURATION_ERROR: 500,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  DEFAULT_4XX: 400,
  DEFAULT_5XX: 502,
  INTEGRATION_TIMEOUT: 504,
  MISSING_AUTHENTICATION_TOKEN: 403,
  REQUEST_TOO_LARGE: 413,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const;

/** A type of gateway response that the local gateway can send. */
type GatewayResponseType = keyof typeof statuses;

/** An error to which the gateway responds itself. */
export type GatewayError = Error & {
  readonly responseType: GatewayResponseType;
  readonly status: number;
  /** The failure, for the log. */
  readonly reason: string;
  /** What an authorizer has said about a request that it denies. */
  readonly authorizer: Readonly<Record<string, string>>;
};

type GatewayErrorDetails = Partial<
  Pick<GatewayError, 'status' | 'reason' | 'authorizer'>
>;

/**
 * Creates a gateway error. The status defaults to that of its type, and the reason to the name of
 * the type.
 */
export function createGatewayError(
  responseType: GatewayResponseType,
  details: GatewayErrorDetails = {},
): GatewayError {
  const {
    status = statuses[responseType],
    reason = responseType,
    authorizer = {},
  } = details;
  return Object.assign(new Error(responseType), {
    responseType,
    status,
    reason,
    authorizer,
  });
}

/** Returns whether `error` comes from `createGatewayError`. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof Error && 'responseType' in error;
}
