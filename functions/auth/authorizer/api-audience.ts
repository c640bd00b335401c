import type { Audience } from '#shared/contract/audience.ts';

/**
 * Returns what a token must be for to call an API, undefined for the interfaces. The ARN of the
 * method has the API's id. A policy is for the whole API, so the gateway may cache it (decision
 * 0062).
 */
export function findApiAudience(
  methodArn: string,
  mcpApiId: string | undefined,
): Audience | undefined {
  const [api = ''] = methodArn.split('/');
  const isMcp = api.split(':').at(-1) === mcpApiId;
  return isMcp ? 'mcp' : undefined;
}
