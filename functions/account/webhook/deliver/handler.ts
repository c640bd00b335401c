import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import { parseServiceIdentity, settingVariables } from '#shared/contract/resources.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { getConfiguredGateway } from '#shared/outgoing/send.ts';
import { sendToReceiver } from '#shared/outgoing/send-to-receiver.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { findEnvironment, requireEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import { noticeRevocation } from '../notice.store.ts';
import { requireClientId } from '../webhook.keys.ts';
import { createAccessReader } from './access.store.ts';
import consumer from './consumer.ts';
import { sendRow } from './fan-out.ts';
import { keepDataKeys } from './kept-data-keys.ts';
import { resumeUser, runJob } from './resend.ts';
import type { SendDeps } from './webhook-run.ts';

/** The time that the last tries of an invocation need, in milliseconds. */
const lastTriesMs = 25_000;

const getKeptKeys = keepDataKeys(openDataKeys);

export const handler = consumeQueue(consumer, async (message, context) => {
  const deps = openDeps(() => context.getRemainingTimeInMillis() > lastTriesMs);
  if (message.kind === 'events') await sendRow(deps, message);
  else if (message.kind === 'revoked') {
    const { sk, client_id } = message;
    const [, grant_id = ''] = sk.split('#');
    const revoked = { user_id: requireOwner(message), client_id, grant_id };
    await noticeRevocation(deps.table, revoked, deps.getNow());
  } else if (message.kind === 'resumed') {
    await resumeUser(deps, requireOwner(message), message.since);
  } else {
    await runJob(deps, { ...message, client_id: requireClientId(message) });
  }
  return 'ack';
});

function openDeps(hasTime: () => boolean): SendDeps {
  const table = openDeclaredTable(consumer, newMeter());
  const getNow = () => new Date();
  const mainUrl = requireEnvironment(baseUrlVariables.main);
  const service = parseServiceIdentity(findEnvironment(settingVariables.service));
  const { contact_url } = service;
  const route = { gateway: getConfiguredGateway(), mainUrl };
  return {
    table,
    dataKeys: getKeptKeys(),
    send: (url, request) => sendToReceiver(url, request, route),
    access: createAccessReader(table, getNow),
    getNow,
    random: Math.random,
    hasTime,
    operatorEmail: findMailAddress(contact_url),
  };
}

/** Returns the address in a `mailto:` URL without parameters. */
function findMailAddress(url = ''): string | undefined {
  return /^mailto:([^?]+)/i.exec(url)?.[1];
}
