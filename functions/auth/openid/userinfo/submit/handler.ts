import { protocolDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { respondWithUserinfo } from '../respond-with-userinfo.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, protocolDependencies, respondWithUserinfo);
