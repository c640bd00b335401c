import type { HandlerRequest } from '#shared/http/handler.ts';
import type endpoint from './endpoint.ts';

/** A request that posts a form about a webhook. */
export type WebhookFormRequest = HandlerRequest<typeof endpoint>;
