import { buildInsufficientScopeChallenge } from '#shared/auth/principal.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import { openTableFor } from '#shared/table/table.ts';
import { answer } from '../protocol/answer.ts';
import { isAllowedOrigin } from '../protocol/origin.ts';
import { serveTools } from '../tool/serve-tools.ts';
import { tools } from '../tools/all-tools.ts';
import endpoint from './endpoint.ts';
import { instructions, version } from './instructions.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTableFor(endpoint) },
  async ({ caller, body, header, table, baseUrls, settings, now, noteRead, fail }) => {
    if (!isAllowedOrigin(header('origin'), baseUrls.mcp)) throw fail('foreign_origin');
    const title = settings.service.name ?? 'Fitness data service';
    const answered = await answer(body, header, {
      identity: { name: 'fitness-data-service', title, version },
      instructions,
      ...serveTools(tools, { caller, table, now, noteRead }),
    });
    if (answered.status === 202) return answered;
    const { status, body: message, missingScope } = answered;
    const challenge = missingScope && buildInsufficientScopeChallenge(missingScope);
    const headers = compact({ 'WWW-Authenticate': challenge });
    return { status, headers, body: message };
  },
);
