import { serve } from '#shared/http/serve.ts';
import { findOpenApi } from '../../documentation.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, {}, async ({ baseUrls }) => ({
  status: 200,
  body: findOpenApi('main.json', baseUrls) ?? '',
}));
