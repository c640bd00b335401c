import de from './tokens.texts.de.ts';

const en = {
  title: 'Access tokens',
  lead:
    'With an access token, a script of yours can use your data without a browser. It is as ' +
    'valuable as a password: whoever has it can do what you allow it.',
  created: (name: string) => `Your new token: ${name}`,
  createdHint: 'Copy it now. It is shown only once: the service keeps no copy.',
  sample: 'A request to begin with:',
  createTitle: 'Create a token',
  name: 'Name',
  nameHint: 'By which you recognize it, e.g. the name of the script.',
  permissions: 'What it can do',
  everything: 'All of this but measurements of your body, and exports of all data',
  lifetime: 'Works for',
  lifetimes: {
    7: '7 days',
    30: '30 days',
    90: '90 days',
    365: 'A year',
    date: 'Until a date',
  },
  date: 'Last day',
  dateHint: 'Only if it works until a date, which is at most a year away.',
  current: 'Current password',
  create: 'Create token',
  can: 'It can:',
  fullAccess: 'Full access',
  expired: 'Expired',
  createdOn: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  expires: 'Expires',
  expiredOn: 'Expired on',
  revocation: 'Revoke token',
  revocationHint:
    'A script that uses it stops working, within a minute at the latest. A revoked token never ' +
    'works again.',
  revoke: 'Revoke now',
  revokeLabel: (name: string) => `Revoke now the token ${name}`,
  ids: 'For requests to the diary',
  idsHint: 'They need two headers, which are the same for all your tokens.',
  guide: 'How to write a script',
  notices: {
    created: 'The token is created.',
    revoked: 'Token revoked. This takes effect within a minute.',
  },
  problems: {
    name: 'The name must have 1 to 50 visible characters.',
    scope: 'Choose what the token can do.',
    lifetime: 'Choose how long the token works.',
    date: 'Choose a day from today to a year from now.',
    wrong: 'The current password is incorrect.',
    too_many:
      'You have created 50 tokens today, or have 50 that work. Revoke some, or wait a day.',
    changed: 'Something else in your account changed at the same time. Try again.',
    repeated:
      'The token exists already: the form was sent before. It was shown only once. If you have ' +
      'not copied it, revoke it and create another one.',
  },
};

/** The texts of the page of access tokens. */
export const tokensTexts = { en, de };

export type TokensTexts = typeof en;

export type TokensNotice = keyof typeof en.notices;
