import type { TokenAuthorizer } from './api.ts';
import { parseFunctionArn } from './integration.ts';
import type { ResolvedResource } from './stack.ts';

/** The properties of a Lambda authorizer. */
export interface AuthorizerProperties {
  RestApiId: string;
  Type: string;
  AuthorizerUri: string;
  IdentitySource?: string;
  AuthorizerResultTtlInSeconds?: number;
  IdentityValidationExpression?: string;
}

/** Matches an identity source that is a header. */
const headerSource = /^method\.request\.header\.([\w-]+)$/;

/** Reads an authorizer. Throws unless it is a TOKEN authorizer with a header. */
export function readAuthorizer({
  logicalId,
  ref,
  properties,
}: ResolvedResource<AuthorizerProperties>): TokenAuthorizer {
  const { IdentitySource = '', IdentityValidationExpression: expression } = properties;
  const [, header] = headerSource.exec(IdentitySource) ?? [];
  if (properties.Type !== 'TOKEN' || !header)
    throw new Error(
      `Resource ${logicalId} is not a TOKEN authorizer with a header as its identity source.`,
    );

  return {
    id: ref,
    functionArn: parseFunctionArn(properties.AuthorizerUri, logicalId),
    header,
    timeToLive: properties.AuthorizerResultTtlInSeconds ?? 300,
    validation: expression ? new RegExp(`^(?:${expression})$`) : undefined,
  };
}
