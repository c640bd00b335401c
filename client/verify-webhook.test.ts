import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body =
  '{"type":"diary_entry.created","timestamp":"2026-11-26T10:00:00Z","data":{}}';
const sent = new Date('2026-11-26T10:00:00Z');
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(sent.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign('evt_1', sent, body),
};
const at = (seconds: number) => ({ now: sent.getTime() + seconds * 1000 });

it('takes the headers of fetch and those of a server of Node, in any case', async () => {
  const upperCase = Object.entries(headers).map(([name, value]) => [
    name.toUpperCase(),
    value,
  ]);
  const forms = [new Headers(headers), headers, Object.fromEntries(upperCase)];
  for (const form of forms) {
    const event = await verifyWebhook(form, body, secret, at(0));
    expect(event.type).toBe('diary_entry.created');
  }
});

it('takes the bytes of a body, and a secret without its prefix', async () => {
  const bytes = Buffer.from(body);
  const event = await verifyWebhook(headers, bytes, secret.slice(6), at(0));
  expect(event).toEqual(JSON.parse(body));
});

it.each([300, -300])('takes a request at a distance of %i seconds', async (seconds) => {
  expect(await verifyWebhook(headers, body, secret, at(seconds))).toBeDefined();
  const further = at(seconds + Math.sign(seconds));
  await expect(verifyWebhook(headers, body, secret, further)).rejects.toMatchObject({
    code: 'invalid_webhook',
  });
});

it('takes older requests if the tolerance is longer', async () => {
  const options = { ...at(900), tolerance: 900 };
  expect(await verifyWebhook(headers, body, secret, options)).toBeDefined();
});

it.each(['', 'whsec_', 'whsec_?'])('names the secret %j as the problem', async (text) => {
  await expect(verifyWebhook(headers, body, text, at(0))).rejects.toThrow('The secret');
});

it('needs the bytes as they were signed, not equal JSON', async () => {
  const rewritten = JSON.stringify(JSON.parse(body), undefined, 1);
  await expect(verifyWebhook(headers, rewritten, secret, at(0))).rejects.toMatchObject({
    name: 'FitnessDataError',
    code: 'invalid_webhook',
  });
});
