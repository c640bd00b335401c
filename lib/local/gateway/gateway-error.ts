interface GatewayResponseDefaults {
  status: number;
  message: string | null;
}

/** The types of gateway responses, with the status and the message that API Gateway sends. */
const gatewayResponses = {
  ACCESS_DENIED: {
    status: 403,
    message: 'User is not authorized to access this resource',
  },
  API_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, message: null },
  AUTHORIZER_FAILURE: { status: 500, message: null },
  DEFAULT_4XX: { status: 400, message: 'Bad Request' },
  DEFAULT_5XX: { status: 502, message: 'Internal server error' },
  INTEGRATION_FAILURE: { status: 504, message: 'Internal server error' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Unsupported Media Type' },
} as const satisfies Record<string, GatewayResponseDefaults>;

/** A type of gateway response that the local gateway can send. */
type GatewayResponseType = keyof typeof gatewayResponses;

/** An error to which the gateway responds itself. */
export type GatewayError = Error & {
  readonly responseType: GatewayResponseType;
  readonly status: number;
  /** `$context.error.message` */
  readonly clientMessage: string | null;
  /** What failed, for the log. */
  readonly reason: string;
};

interface GatewayErrorDetails {
  status?: number;
  clientMessage?: string;
  reason?: string;
}

/**
 * Creates a gateway error. Status and message default to those of its type, and the reason to the
 * name of the type.
 */
export function createGatewayError(
  responseType: GatewayResponseType,
  details: GatewayErrorDetails = {},
): GatewayError {
  const defaults: GatewayResponseDefaults = gatewayResponses[responseType];
  return Object.assign(new Error(responseType), {
    responseType,
    status: details.status ?? defaults.status,
    clientMessage: details.clientMessage ?? defaults.message,
    reason: details.reason ?? responseType,
  });
}

/** Returns whether `error` comes from `createGatewayError`. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof Error && 'responseType' in error;
}

/** The details of the error of a URL that is too long. */
export const uriTooLong = { status: 414, clientMessage: 'Request URI too long' } as const;
