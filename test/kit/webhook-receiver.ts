import { text } from 'node:stream/consumers';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { startLoopbackServer } from './loopback-server.ts';

/** A request that a receiver got. */
export interface ReceivedWebhook {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** The response of a receiver. */
interface ReceiverResponse {
  status: number;
  body?: string;
}

/** A receiver of webhooks on loopback. */
export interface WebhookReceiver {
  /** Returns another address of it each time. */
  newUrl(): string;
  received: ReceivedWebhook[];
  /** The way it responds. It can be replaced. At first, it returns challenges. */
  respond(webhook: ReceivedWebhook): ReceiverResponse;
}

/** Responds to a challenge as a receiver must, and with 204 to any other webhook. */
export function returnChallenge({ body }: ReceivedWebhook): ReceiverResponse {
  const { data } = tryParseJson(body) as { data: { challenge?: string } };
  const { challenge } = data;
  if (challenge === undefined) return { status: 204 };
  return { status: 200, body: JSON.stringify({ challenge }) };
}

/** Starts a receiver, which does not keep the process alive. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let count = 0;
  const { url } = await startLoopbackServer(async (request, response) => {
    const { url: path = '', headers } = request;
    const webhook = { path, headers, body: await text(request) };
    receiver.received.push(webhook);
    const { status, body } = receiver.respond(webhook);
    response.writeHead(status).end(body);
  });
  const receiver: WebhookReceiver = {
    newUrl: () => `${url}/${++count}`,
    received: [],
    respond: returnChallenge,
  };
  return receiver;
}

let shared: Promise<WebhookReceiver> | undefined;

/** Returns the receiver of this process that returns all challenges. */
export function getWebhookReceiver(): Promise<WebhookReceiver> {
  shared ??= startWebhookReceiver();
  return shared;
}
