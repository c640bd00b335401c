import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '#client/exports.ts';
import fc from '#kit/property.ts';
import { createWebhookSecret, signWebhook } from './sign-webhook.ts';

const secret = createWebhookSecret();
const newerSecret = createWebhookSecret();
const otherSecret = createWebhookSecret();
const id = 'evt_2f8e';
const body = '{"type":"diary_entry.created","data":{"name":"Läufe 🏃"}}';

type Headers = Record<string, string>;

/** Returns the event in a request, or throws an error if it is not as it was signed. */
type Verify = (headers: Headers, text: string, secret: string) => unknown;

const verifiers: Record<string, Verify> = {
  standardwebhooks: (headers, text, key) => new Webhook(key).verify(text, headers),
  'our client': verifyWebhook,
};

/** Replaces one character by another one. */
function changeCharacter(text: string, index: number): string {
  const at = index % text.length;
  return `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`;
}

describe.each(Object.entries(verifiers))('for %s, a signed webhook', (_name, verify) => {
  // An async function, because some verifiers throw and one returns a rejected promise.
  const check = async (headers: Headers, text = body, key = secret) =>
    verify(headers, text, key);

  it('is verified, whatever its body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (value) => {
        const text = JSON.stringify({ value });
        const headers = signWebhook(id, new Date(), text, [secret]);
        expect(await check(headers, text)).toEqual({ value });
      }),
    );
  });

  it('is refused if any character of its body, id or time is another one', async () => {
    const headers = signWebhook(id, new Date(), body, [secret]);
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), async (index) => {
        await expect(check(headers, changeCharacter(body, index))).rejects.toThrow();
        for (const name of ['webhook-id', 'webhook-timestamp']) {
          const changed = changeCharacter(headers[name] ?? '', index);
          await expect(check({ ...headers, [name]: changed })).rejects.toThrow();
        }
      }),
    );
  });

  it('is verified with the old and the new secret during a rotation', async () => {
    const headers = signWebhook(id, new Date(), body, [newerSecret, secret]);
    expect(await check(headers, body, secret)).toEqual(JSON.parse(body));
    expect(await check(headers, body, newerSecret)).toEqual(JSON.parse(body));
    await expect(check(headers, body, otherSecret)).rejects.toThrow();
  });

  it('is refused if it was sent six minutes ago or comes from the future', async () => {
    for (const minutes of [-6, 6]) {
      const sent = new Date(Date.now() + minutes * 60_000);
      const headers = signWebhook(id, sent, body, [secret]);
      await expect(check(headers)).rejects.toThrow();
    }
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'is refused without its header %s',
    async (name) => {
      const { [name]: _removed, ...others } = signWebhook(id, new Date(), body, [secret]);
      await expect(check(others)).rejects.toThrow();
    },
  );

  it.each(['', 'v1', 'v1,', 'v1,?', 'v2,AAAA', 'v1a,AAAA', ' '])(
    'is refused with the signature %j',
    async (signature) => {
      const headers = signWebhook(id, new Date(), body, [secret]);
      const changed = { ...headers, 'webhook-signature': signature };
      await expect(check(changed)).rejects.toThrow();
    },
  );
});

// The example of the specification's own libraries.
it('has the signature of the published test vector', () => {
  const headers = signWebhook(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );
  expect(headers['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

it('a secret has 32 random bytes', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(newerSecret);
});
