import {
  ChallengeResponse,
  SentChallenge,
  SentEvent,
  SentNotice,
} from '#functions/account/webhook/sent-bodies.ts';
import type { Schema } from '#shared/contract/endpoint.ts';
import { buildRef, convertSchema, type NamedSchemas } from '../reference/json-schema.ts';
import { requireSchemaName } from '../reference/reference.ts';

/** A request that the service sends to the address of a webhook. */
interface WebhookRequest {
  operationId: string;
  summary: string;
  description: string;
  body: Schema;
  /** The body of the response that the service reads. */
  response?: Schema;
}

const requests: Readonly<Record<string, WebhookRequest>> = {
  event: {
    operationId: 'receiveEvent',
    summary: 'A change of the data of a user',
    description:
      'Sent for the types that the webhook selects, if the application may see the change when ' +
      'it is sent. It can arrive more than once, and later than a newer one.',
    body: SentEvent,
  },
  notice: {
    operationId: 'receiveNotice',
    summary: 'The end of the access to a user',
    description: 'Nothing about the user is sent afterwards.',
    body: SentNotice,
  },
  challenge: {
    operationId: 'receiveChallenge',
    summary: 'Prove control of an address',
    description:
      'Sent when a webhook is created, or when its address changes. The receiver returns the ' +
      'text of the challenge.',
    body: SentChallenge,
    response: ChallengeResponse,
  },
};

/**
 * The tag of these requests. With that of the endpoints of webhooks, openapi-generator would write
 * both into one file, and lose the endpoints.
 */
export const webhookTag = {
  name: 'webhook_delivery',
  'x-displayName': 'Webhook deliveries',
  description: 'What the service sends to the addresses of webhooks.',
} as const;

/** Builds the requests that the service sends, by name (OpenAPI 3.1, `webhooks`). */
export function buildWebhooks(): Record<string, object> {
  const entries = Object.entries(requests);
  return Object.fromEntries(
    entries.map(([name, request]) => [name, { post: buildPost(request) }]),
  );
}

/** Returns the named schemas of the bodies of webhooks. */
export function listWebhookSchemas(): NamedSchemas {
  const bodies = Object.values(requests).flatMap(({ body, response }) => [
    body,
    ...(response ? [response] : []),
  ]);
  return Object.assign({}, ...bodies.map((body) => convertSchema(body, 'output').named));
}

function buildPost({ body, response, ...names }: WebhookRequest): object {
  return {
    ...names,
    tags: [webhookTag.name],
    security: [],
    parameters,
    requestBody: { required: true, content: buildJson(body) },
    responses: {
      '2XX': {
        description: response
          ? 'The receiver wants the events.'
          : 'The receiver has the event. The body is ignored.',
        ...(response && { content: buildJson(response) }),
      },
      default: {
        description:
          'The receiver has not taken it. It is sent again, except after 410, which disables the ' +
          'webhook. Redirects are not followed, and a response after 15 seconds does not count.',
      },
    },
  };
}

const buildJson = (schema: Schema) => ({
  'application/json': { schema: buildRef(requireSchemaName(schema)) },
});

const headers: Readonly<Record<string, string>> = {
  'webhook-id': 'The id of the delivery, the same for all tries.',
  'webhook-timestamp': 'When this try was sent, in seconds since 1970.',
  'webhook-signature':
    'Signatures of the id, the timestamp and the body (Standard Webhooks 1.0.0), separated by ' +
    'spaces. There are two while a secret is replaced.',
};

const parameters = Object.entries(headers).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));
