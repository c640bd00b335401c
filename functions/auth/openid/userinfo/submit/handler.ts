import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { respondWithUserinfo } from '../respond-with-userinfo.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  respondWithUserinfo,
);
