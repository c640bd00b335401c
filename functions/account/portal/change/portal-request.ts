import type { HandlerRequest } from '#shared/http/handler.ts';
import type endpoint from './endpoint.ts';

/** A request that posts a form of the pages. */
export type PortalRequest = HandlerRequest<typeof endpoint>;
