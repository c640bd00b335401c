import * as applications from '#functions/auth/client/client.store.ts';
import { type Application, type GrantType, grantTypes } from '#functions/auth/client/client.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { command, type Group } from '../command.ts';
import { revocationBound } from '../revocation-bound.ts';

const client_id = 'the client id of the application';
const unknown = (id: string) => serviceError('not_found', { kind: 'application', id });

const isGrantType = (word: string): word is GrantType => grantTypes.some((type) => type === word);

const create = command({
  about: 'Registers an application and shows its secret.',
  arguments: { NAME: 'the name that people see when they are asked for their consent' },
  options: {
    'redirect-uri': {
      value: 'URI',
      many: true,
      about: 'where people are sent back to: https, or http on this machine',
    },
    grant: {
      value: 'TYPE',
      many: true,
      about: `one of ${grantTypes.join(', ')}; default: all of them`,
    },
    native: {
      about: 'installed on people’s devices: any loopback port, own schemes, PKCE is required',
    },
    'pkce-required': { about: 'refuse an authorization request without PKCE' },
  },
  examples: [
    "'Trail Maps' --redirect-uri https://trails.example/callback",
    "'Trail Maps' --redirect-uri com.example.trails:/callback --native",
    "'Nightly report' --grant client_credentials",
  ],
  check: ({ grant }) =>
    grant.every(isGrantType) ? undefined : `--grant must be one of ${grantTypes.join(', ')}.`,
  async run({ table, now }, given) {
    const registration = {
      name: given.NAME,
      redirect_uris: [...given['redirect-uri']],
      ...(given.grant.length > 0 && { grant_types: given.grant.filter(isGrantType) }),
      native: given.native,
      ...(given['pkce-required'] && { pkce_required: true }),
    };
    const { application, client_secret } = await applications.create(table, registration, now);
    return {
      answer: { ...rowOf(application, now), client_secret },
      remark: secretRemark,
      event: { name: 'application_created', client_id: application.client_id },
    };
  },
});

const secretRemark = 'The secret is shown this once: only its digest is stored.';

const list = command({
  about: 'Lists all applications in the order of their registration.',
  arguments: {},
  options: {},
  examples: ['', '--json'],
  async run({ table, now }) {
    const answer = (await applications.list(table)).map((application) => rowOf(application, now));
    return {
      answer,
      columns: ['client_id', 'name', 'created_datetime', 'disabled_datetime', 'redirect_uris'],
    };
  },
});

const disable = command({
  about: 'Refuses an application from now on and revokes all that it was granted.',
  arguments: { CLIENT_ID: client_id },
  options: {},
  examples: ['01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y'],
  async run({ table, now }, { CLIENT_ID }) {
    const application = await applications.disable(table, CLIENT_ID, now);
    if (!application) throw unknown(CLIENT_ID);
    return {
      answer: rowOf(application, now),
      remark: `${revocationBound} Repeat the command after that: it ends what was granted at this very moment.`,
      event: { name: 'application_disabled', client_id: CLIENT_ID },
    };
  },
});

const rotateSecret = command({
  about: 'Gives an application a new secret; the one before it works for 24 hours more.',
  arguments: { CLIENT_ID: client_id },
  options: {},
  examples: ['01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y'],
  async run({ table, now }, { CLIENT_ID }) {
    const rotated = await applications.rotateSecret(table, CLIENT_ID, now);
    if (!rotated) throw unknown(CLIENT_ID);
    return {
      answer: { ...rowOf(rotated.application, now), client_secret: rotated.client_secret },
      remark: secretRemark,
      event: { name: 'secret_rotated', client_id: CLIENT_ID },
    };
  },
});

function rowOf(application: Application, now: Date) {
  const { client_id, name, created_datetime, disabled_datetime, native, pkce_required } =
    application;
  const { secrets, grant_types, redirect_uris } = application;
  return {
    client_id,
    name,
    created_datetime,
    disabled_datetime: disabled_datetime ?? null,
    native,
    pkce_required,
    live_secrets: secrets.filter((secret) => isLive(secret, now)).length,
    grant_types,
    redirect_uris,
  };
}

const isLive = ({ expires_datetime }: Application['secrets'][number], now: Date) =>
  expires_datetime === undefined || expires_datetime > now.toISOString();

export default {
  about: 'Applications that may ask people for access.',
  commands: { create, list, disable, 'rotate-secret': rotateSecret },
} satisfies Group;
