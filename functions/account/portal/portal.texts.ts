import type { redirectUriFaults } from '#functions/auth/client/redirect-uri.ts';
import de from './portal.texts.de.ts';
import { rotatedBefore } from './rotated-before.texts.ts';

export type RedirectUriTexts = Readonly<
  Record<keyof typeof redirectUriFaults, (detail: string) => string>
>;

const redirectUriEn: RedirectUriTexts = {
  relative: () => 'Enter the whole address, as in https://app.example/callback.',
  fragment: () => 'The address must have no part after #.',
  wildcard: () => 'The address must have no *. Enter each address by itself.',
  credentials: () => 'The address must have no user name and no password.',
  reserved: (name) => `The address must not have the parameter ${name}, which we add.`,
  insecure: () =>
    'The address must begin with https. Only 127.0.0.1, [::1] and localhost can have http.',
  custom_scheme: () =>
    'The address must begin with https. Only an application without a secret can have others.',
  undotted_scheme: () =>
    'The part before the colon must have a dot, as in com.example.app:/callback.',
  not_normalized: (href) => `Enter the address as browsers write it: ${href}`,
};

const en = {
  title: 'Your applications',
  lead:
    'An application of yours can use the data of people who allow it: a website, a program or ' +
    'an app that you develop.',
  guide: 'Make an application in two minutes',
  ownData: 'For your own data, you need no application.',
  tokens: 'Create an access token',
  registered: 'Applications',
  create: 'Register application',
  createTitle: 'Register an application',
  name: 'Name',
  nameHint: 'People see it when they are asked to allow access.',
  website: 'Website',
  privacy: 'Privacy policy',
  optional: 'Optional. An address that begins with https.',
  redirectUri: (number: number) => `Redirect URI ${number}`,
  redirectUriHint: 'To which people are sent back, as in https://app.example/callback.',
  logoutUri: (number: number) => `Redirect URI after sign-out ${number}`,
  logoutUriHint:
    'Optional: post_logout_redirect_uri of OpenID Connect, at which people continue after they ' +
    'have signed out here.',
  logoutUris: 'Redirect URIs after sign-out',
  kind: 'Kind',
  kinds: {
    confidential: 'With a secret: it runs on a server of yours',
    public: 'Without a secret: it runs in browsers or on devices of people',
  },
  scopes: 'What it may ask for',
  everything: 'All of this but measurements of the body',
  closed: 'Only the operator registers applications of this service.',
  unconfirmed:
    'Only people with a confirmed email address can register applications. The link with which ' +
    'you choose a new password confirms yours.',
  confirm: 'Get the link by email',
  full: (max: number) =>
    `You have ${max} applications, which is the most. Delete one to register another.`,
  disabled: 'Disabled',
  withoutSecret: 'Without secret',
  disabledHint: 'The application is disabled. Only the operator can enable it.',
  allow: 'Allow access yourself',
  clientId: 'Client id',
  redirectUris: 'Redirect URIs',
  created: 'Registered',
  secretOf: 'Secret of',
  secretUntil: 'Earlier secret works until',
  users: 'People who allow access',
  atLeast: (count: number) => `${count} or more`,
  secret: (name: string) => `The secret of ${name}`,
  secretHint: 'Copy it now. It is shown only once: the service keeps no copy.',
  open: 'Open',
  openLabel: (name: string) => `Open ${name}`,
  edit: 'Change',
  editHint:
    'Access that people have allowed before stays as it is. They see the change the next time ' +
    'they are asked.',
  save: 'Save',
  rotation: 'New secret',
  rotationHint: 'The current secret works for 24 more hours. Earlier ones stop now.',
  rotate: 'Create new secret',
  deletion: 'Delete application',
  deletionHint: (count: string) =>
    `The application, its secrets and its webhooks are deleted, and nobody can undo this. People ` +
    `who lose the connection to it: ${count}.`,
  delete: 'Delete now',
  deleteLabel: (name: string) => `Delete now the application ${name}`,
  back: 'All your applications',
  notices: {
    saved: 'Saved.',
    deleted: 'The application is deleted.',
    rotated: 'There is a new secret.',
    registered: 'The application is registered.',
  },
  refusals: {
    deleting:
      'The application is disabled, and so many people used it that not all of them are ' +
      'disconnected yet. Delete it once more.',
    changed: 'The application was changed at the same time. Try again.',
    rotated_before: rotatedBefore.en,
    registered_before:
      'The application is registered already: the form was sent before. A secret is shown only ' +
      'once. If you have not copied it, create a new one.',
    disabled: 'Nothing was saved, because the application is disabled.',
  },
  problems: {
    fields: 'Nothing is saved yet. Correct the fields that are marked.',
    name: 'The name must have 1 to 100 visible characters.',
    address: 'Enter an address that begins with https, without a user name.',
    scope: 'Choose what the application may ask for.',
    noRedirectUri: 'Enter an address to which people are sent back.',
    tooLong: (max: number) => `The address must have at most ${max} characters.`,
    redirectUri: redirectUriEn,
  },
};

/** The texts of the pages of the applications that a person has registered. */
export const portalTexts = { en, de };

export type PortalTexts = typeof en;

export type PortalNotice = keyof typeof en.notices | keyof typeof en.refusals;
