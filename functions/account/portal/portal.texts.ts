import type { redirectUriFaults } from '#functions/auth/client/redirect-uri.ts';

type RedirectUriTexts = Readonly<
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

/** Says that a form for a new secret, of an application or a webhook, was sent before. */
export const rotatedBefore = {
  en:
    'There is a new secret since you have opened the page. It was shown only once. If you have ' +
    'not copied it, create another one.',
  de:
    'Seit Sie die Seite geöffnet haben, gibt es ein neues Geheimnis. Es wurde nur einmal ' +
    'angezeigt. Wenn Sie es nicht kopiert haben, erstellen Sie noch eines.',
};

const en = {
  title: 'Your applications',
  purpose: 'Register an application that you develop, and that other people can use.',
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
  everything: 'Everything that applications can do',
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

const redirectUriDe: RedirectUriTexts = {
  relative: () => 'Geben Sie die ganze Adresse ein, wie https://app.example/callback.',
  fragment: () => 'Die Adresse darf keinen Teil nach # haben.',
  wildcard: () => 'Die Adresse darf kein * haben. Geben Sie jede Adresse einzeln ein.',
  credentials: () => 'Die Adresse darf keinen Benutzernamen und kein Passwort haben.',
  reserved: (name) =>
    `Die Adresse darf den Parameter ${name} nicht haben, den wir hinzufügen.`,
  insecure: () =>
    'Die Adresse muss mit https beginnen. Nur 127.0.0.1, [::1] und localhost gehen mit http.',
  custom_scheme: () =>
    'Die Adresse muss mit https beginnen. Nur eine Anwendung ohne Geheimnis kann andere haben.',
  undotted_scheme: () =>
    'Der Teil vor dem Doppelpunkt muss einen Punkt haben, wie com.example.app:/callback.',
  not_normalized: (href) =>
    `Geben Sie die Adresse ein, wie Browser sie schreiben: ${href}`,
};

const de: typeof en = {
  title: 'Ihre Anwendungen',
  purpose:
    'Eine Anwendung registrieren, die Sie entwickeln und die andere verwenden können.',
  lead:
    'Eine eigene Anwendung kann die Daten von Personen verwenden, die es erlauben: eine Website, ' +
    'ein Programm oder eine App, die Sie entwickeln.',
  guide: 'Eine Anwendung in zwei Minuten (auf Englisch)',
  ownData: 'Für Ihre eigenen Daten brauchen Sie keine Anwendung.',
  tokens: 'Zugriffstoken erstellen',
  registered: 'Anwendungen',
  create: 'Anwendung registrieren',
  createTitle: 'Eine Anwendung registrieren',
  name: 'Name',
  nameHint: 'Personen sehen ihn, wenn sie um Zugriff gebeten werden.',
  website: 'Adresse der Website',
  privacy: 'Datenschutzerklärung',
  optional: 'Freiwillig. Eine Adresse, die mit https beginnt.',
  redirectUri: (number) => `Redirect-URI ${number}`,
  redirectUriHint: 'Dorthin kehren Personen zurück, wie https://app.example/callback.',
  logoutUri: (number) => `Redirect-URI nach dem Abmelden ${number}`,
  logoutUriHint:
    'Freiwillig: post_logout_redirect_uri von OpenID Connect, bei der Personen weitermachen, ' +
    'nachdem sie sich hier abgemeldet haben.',
  logoutUris: 'Redirect-URIs nach dem Abmelden',
  kind: 'Art',
  kinds: {
    confidential: 'Mit Geheimnis: Sie läuft auf Ihrem Server',
    public: 'Ohne Geheimnis: Sie läuft im Browser oder auf Geräten von Personen',
  },
  scopes: 'Worum sie bitten darf',
  everything: 'Alles, was Anwendungen können',
  closed: 'Bei diesem Dienst registriert nur der Betreiber Anwendungen.',
  unconfirmed:
    'Nur Personen mit einer bestätigten E-Mail-Adresse können Anwendungen registrieren. Der ' +
    'Link, mit dem Sie ein neues Passwort wählen, bestätigt Ihre.',
  confirm: 'Link per E-Mail anfordern',
  full: (max) =>
    `Sie haben ${max} Anwendungen, mehr sind nicht möglich. Löschen Sie eine, um eine andere zu ` +
    'registrieren.',
  disabled: 'Gesperrt',
  withoutSecret: 'Ohne Geheimnis',
  disabledHint:
    'Die Anwendung ist gesperrt. Nur der Betreiber kann sie wieder freischalten.',
  allow: 'Selbst Zugriff erlauben',
  clientId: 'Client-ID',
  redirectUris: 'Redirect-URIs',
  created: 'Registriert',
  secretOf: 'Geheimnis vom',
  secretUntil: 'Früheres Geheimnis gilt bis',
  users: 'Personen, die Zugriff erlauben',
  atLeast: (count) => `${count} oder mehr`,
  secret: (name) => `Das Geheimnis von ${name}`,
  secretHint:
    'Kopieren Sie es jetzt. Es wird nur einmal angezeigt: Der Dienst behält keine Kopie.',
  open: 'Öffnen',
  openLabel: (name) => `Öffnen: ${name}`,
  edit: 'Ändern',
  editHint:
    'Zugriffe, die schon erlaubt sind, bleiben, wie sie sind. Personen sehen die Änderung, wenn ' +
    'sie das nächste Mal gefragt werden.',
  save: 'Speichern',
  rotation: 'Neues Geheimnis',
  rotationHint:
    'Das aktuelle Geheimnis gilt noch 24 Stunden. Frühere gelten sofort nicht mehr.',
  rotate: 'Neues Geheimnis erstellen',
  deletion: 'Anwendung löschen',
  deletionHint: (count) =>
    'Die Anwendung, ihre Geheimnisse und ihre Webhooks werden gelöscht, und niemand kann das ' +
    `rückgängig machen. Personen, die die Verbindung zu ihr verlieren: ${count}.`,
  delete: 'Jetzt löschen',
  deleteLabel: (name) => `Jetzt löschen: Anwendung ${name}`,
  back: 'Alle Ihre Anwendungen',
  notices: {
    saved: 'Gespeichert.',
    deleted: 'Die Anwendung ist gelöscht.',
    rotated: 'Es gibt ein neues Geheimnis.',
    registered: 'Die Anwendung ist registriert.',
  },
  refusals: {
    deleting:
      'Die Anwendung ist gesperrt, aber so viele Personen haben sie verwendet, dass noch nicht ' +
      'alle getrennt sind. Löschen Sie sie noch einmal.',
    changed: 'Die Anwendung wurde gleichzeitig geändert. Versuchen Sie es noch einmal.',
    rotated_before: rotatedBefore.de,
    registered_before:
      'Die Anwendung ist bereits registriert: Das Formular wurde schon einmal gesendet. Ein ' +
      'Geheimnis wird nur einmal angezeigt. Wenn Sie es nicht kopiert haben, erstellen Sie ein ' +
      'neues.',
    disabled: 'Es wurde nichts gespeichert, weil die Anwendung gesperrt ist.',
  },
  problems: {
    fields: 'Noch ist nichts gespeichert. Korrigieren Sie die markierten Felder.',
    name: 'Der Name muss aus 1 bis 100 sichtbaren Zeichen bestehen.',
    address: 'Geben Sie eine Adresse ein, die mit https beginnt, ohne Benutzernamen.',
    scope: 'Wählen Sie, worum die Anwendung bitten darf.',
    noRedirectUri: 'Geben Sie eine Adresse ein, zu der Personen zurückkehren.',
    tooLong: (max) => `Die Adresse darf höchstens ${max} Zeichen haben.`,
    redirectUri: redirectUriDe,
  },
};

/** The texts of the pages of the applications that a person has registered. */
export const portalTexts = { en, de };
export type PortalTexts = typeof en;
export type PortalNotice = keyof typeof en.notices | keyof typeof en.refusals;
