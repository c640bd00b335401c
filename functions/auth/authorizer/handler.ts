import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { parseToken } from '#shared/auth/tokens.ts';
import { log } from '#shared/runtime/log.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { openTable } from '#shared/table/table.ts';
import * as grants from '../grant/grant.store.ts';
import { acceptsAccessToken, type Grant } from '../grant/grant.ts';
import { recordUse } from '../grant/use.store.ts';
import { allow, deny } from './policy.ts';

/**
 * Decides about a bearer token by one consistent read, or by none where its checksum is wrong; the first use of a grant on
 * a day is a write as well. It fails closed: where the store cannot be read it throws, which the gateway answers with 500
 * and does not keep.
 */
export async function handler({
  authorizationToken,
  methodArn,
}: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const meter = newMeter();
  const startedAt = performance.now();
  const token = parseToken('access', parseBearerToken(authorizationToken));
  const table = openTable(meter);
  const now = new Date();
  const grant = token && (await grants.find(table, token));
  const admitted =
    token && grant && acceptsAccessToken(grant, token.secret, now) ? grant : undefined;
  if (admitted) await recordUse(table, admitted, now);
  logDecision(admitted, meter.readings(), startedAt);
  return admitted ? allow(admitted, methodArn) : deny(methodArn);
}

/** The token of an Authorization header; the scheme's name has no case (RFC 9110 section 11.1). */
function parseBearerToken(header: string): string {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
}

function logDecision(
  grant: Grant | undefined,
  readings: { store_calls: number; read_units: number; write_units: number },
  startedAt: number,
): void {
  log({
    level: 'info',
    event: grant ? 'allow' : 'deny',
    endpoint: 'authorizer',
    ...(grant && { user_id: grant.user_id, client_id: grant.client_id }),
    ...readings,
    duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
  });
}
