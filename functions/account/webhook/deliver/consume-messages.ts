import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import { parseServiceIdentity, settingVariables } from '#shared/contract/resources.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { getConfiguredGateway } from '#shared/outgoing/send.ts';
import { sendToReceiver } from '#shared/outgoing/send-to-receiver.ts';
import { consumeQueue, type QueueConsumer } from '#shared/queue/consume.ts';
import { compact } from '#shared/runtime/compact.ts';
import { findEnvironment, requireEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import { noticeRevocation } from '../notice.store.ts';
import { requireClientId } from '../webhook.keys.ts';
import { createAccessReader, createClientCache } from './access.store.ts';
import { webhookWorker } from './consumer.ts';
import { sendRow } from './fan-out.ts';
import { keepDataKeys } from './kept-data-keys.ts';
import { resumeUser, runJob } from './resend.ts';
import type { WebhookConsumer, WebhookMessage } from './webhook-message.ts';
import { promptMs, type SendDeps } from './webhook-run.ts';

/** The time that the last tries of an invocation need, in milliseconds. */
const lastTriesMs = 25_000;

const getKeptKeys = keepDataKeys(openDataKeys);
const enabledClients = createClientCache();

/**
 * Returns the function of a consumer of messages about webhooks. It takes every kind of them,
 * because those that a release before has left can be in either queue.
 */
export function consumeWebhookMessages(
  consumer: WebhookConsumer,
  { isPrompt }: Pick<SendDeps, 'isPrompt'>,
): QueueConsumer {
  return (event, context) => {
    const table = openDeclaredTable(webhookWorker, newMeter());
    const hasTime = () => context.getRemainingTimeInMillis() > lastTriesMs;
    // The messages of an invocation share what is read of users and applications.
    const deps = openDeps({ table, hasTime, isPrompt });
    const consume = consumeQueue(consumer, async (message) => {
      await processMessage(deps, message);
      return 'ack';
    });
    return consume(event, context);
  };
}

async function processMessage(deps: SendDeps, message: WebhookMessage): Promise<void> {
  if (message.kind === 'events') return sendRow(deps, message);
  if (message.kind === 'resumed')
    return resumeUser(deps, requireOwner(message), message.since);
  if (message.kind !== 'revoked')
    return runJob(deps, { ...message, client_id: requireClientId(message) });
  const { sk, client_id } = message;
  const [, grant_id = ''] = sk.split('#');
  const revoked = { user_id: requireOwner(message), client_id, grant_id };
  return noticeRevocation(deps.table, revoked, deps.getNow());
}

function openDeps(own: Pick<SendDeps, 'table' | 'hasTime' | 'isPrompt'>): SendDeps {
  const getNow = () => new Date();
  const mainUrl = requireEnvironment(baseUrlVariables.main);
  const service = parseServiceIdentity(findEnvironment(settingVariables.service));
  const { contact_url } = service;
  const startTimeout = own.isPrompt ? () => AbortSignal.timeout(promptMs) : undefined;
  const route = {
    gateway: getConfiguredGateway(),
    mainUrl,
    ...compact({ startTimeout }),
  };
  return {
    ...own,
    dataKeys: getKeptKeys(),
    send: (url, request) => sendToReceiver(url, request, route),
    access: createAccessReader(own.table, getNow, enabledClients),
    getNow,
    random: Math.random,
    operatorEmail: findMailAddress(contact_url),
  };
}

/** Returns the address in a `mailto:` URL without parameters. */
function findMailAddress(url = ''): string | undefined {
  return /^mailto:([^?]+)/i.exec(url)?.[1];
}
