import type { TokenAuthorizer } from './api.ts';
import type { SecurityScheme } from './api-document.ts';
import { parseFunctionArn } from './integration.ts';

/** In seconds, as in API Gateway. */
const defaultTimeToLive = 300;

/** Reads the authorizer of a security scheme. Throws unless it is a token in a header. */
export function readAuthorizer(name: string, scheme: SecurityScheme): TokenAuthorizer {
  const authorizer = scheme['x-amazon-apigateway-authorizer'];
  const isHeader = scheme.type === 'apiKey' && scheme.in === 'header';
  if (!isHeader || !scheme.name || authorizer?.type !== 'token')
    throw new Error(`The security scheme ${name} is not a token in a header.`);

  const { identityValidationExpression: expression } = authorizer;
  return {
    id: name,
    functionArn: parseFunctionArn(authorizer.authorizerUri, `The authorizer ${name}`),
    header: scheme.name,
    timeToLive: authorizer.authorizerResultTtlInSeconds ?? defaultTimeToLive,
    validation: expression ? new RegExp(`^(?:${expression})$`) : undefined,
  };
}
