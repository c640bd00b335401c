import type { PortalTexts, RedirectUriTexts } from './portal.texts.ts';
import { rotatedBefore } from './rotated-before.texts.ts';

const redirectUri: RedirectUriTexts = {
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

const de: PortalTexts = {
  title: 'Ihre Anwendungen',
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
  everything: 'All das außer Messwerten des Körpers',
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
    redirectUri,
  },
};

export default de;
