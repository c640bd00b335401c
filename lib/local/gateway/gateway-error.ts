/** What the gateway says by itself: default status and message of each type of gateway response. */
const gatewayResponseTypes = {
  ACCESS_DENIED: [403, 'User is not authorized to access this resource'],
  API_CONFIGURATION_ERROR: [500, 'Internal server error'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, null],
  AUTHORIZER_FAILURE: [500, null],
  DEFAULT_4XX: [400, 'Bad Request'],
  DEFAULT_5XX: [502, 'Internal server error'],
  INTEGRATION_FAILURE: [504, 'Internal server error'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long'],
  UNAUTHORIZED: [401, 'Unauthorized'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type'],
} as const satisfies Record<string, readonly [status: number, message: string | null]>;

/** A type of gateway response that the local gateway can give. */
export type GatewayResponseType = keyof typeof gatewayResponseTypes;

/** An error that the gateway answers itself. */
export type GatewayError = Error & {
  readonly responseType: GatewayResponseType;
  readonly status: number;
  /** `$context.error.message` */
  readonly clientMessage: string | null;
};

/** Makes a refusal; status and message are those of its type unless given. */
export function createGatewayError(
  responseType: GatewayResponseType,
  status?: number,
  clientMessage?: string,
): GatewayError {
  const [usualStatus, usualMessage] = gatewayResponseTypes[responseType];
  return Object.assign(new Error(responseType), {
    responseType,
    status: status ?? usualStatus,
    clientMessage: clientMessage ?? usualMessage,
  });
}

/** Whether `error` was made by `refusal`. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof Error && 'responseType' in error;
}
