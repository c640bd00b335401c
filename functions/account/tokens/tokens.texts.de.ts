import type { TokensTexts } from './tokens.texts.ts';

const de: TokensTexts = {
  title: 'Zugriffstoken',
  lead:
    'Mit einem Zugriffstoken kann ein eigenes Skript Ihre Daten ohne Browser verwenden. Es ist ' +
    'so wertvoll wie ein Passwort: Wer es hat, kann alles, was Sie ihm erlauben.',
  created: (name) => `Ihr neues Token: ${name}`,
  createdHint:
    'Kopieren Sie es jetzt. Es wird nur einmal angezeigt: Der Dienst behält keine Kopie.',
  sample: 'Eine Anfrage für den Anfang:',
  createTitle: 'Token erstellen',
  name: 'Name',
  nameHint: 'An dem Sie es erkennen, z. B. der Name des Skripts.',
  permissions: 'Was es darf',
  everything: 'All das außer Messwerten Ihres Körpers, und Exporte aller Daten',
  lifetime: 'Gültig für',
  lifetimes: {
    7: '7 Tage',
    30: '30 Tage',
    90: '90 Tage',
    365: 'Ein Jahr',
    date: 'Bis zu einem Datum',
  },
  date: 'Letzter Tag',
  dateHint: 'Nur, wenn es bis zu einem Datum gilt, das höchstens ein Jahr entfernt ist.',
  current: 'Aktuelles Passwort',
  create: 'Token erstellen',
  can: 'Es kann:',
  fullAccess: 'Voller Zugriff',
  expired: 'Abgelaufen',
  createdOn: 'Erstellt',
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'Noch nie',
  expires: 'Gültig bis',
  expiredOn: 'Abgelaufen am',
  revocation: 'Token widerrufen',
  revocationHint:
    'Ein Skript, das es verwendet, funktioniert spätestens nach einer Minute nicht mehr. Ein ' +
    'widerrufenes Token gilt nie wieder.',
  revoke: 'Jetzt widerrufen',
  revokeLabel: (name) => `Jetzt widerrufen: Token ${name}`,
  ids: 'Für Anfragen an das Tagebuch',
  idsHint: 'Sie brauchen zwei Header, die für alle Ihre Token gleich sind.',
  guide: 'Wie man ein Skript schreibt (auf Englisch)',
  notices: {
    created: 'Das Token wurde erstellt.',
    revoked: 'Das Token wurde widerrufen. Dies wird innerhalb einer Minute wirksam.',
  },
  problems: {
    name: 'Der Name muss aus 1 bis 50 sichtbaren Zeichen bestehen.',
    scope: 'Wählen Sie, was das Token darf.',
    lifetime: 'Wählen Sie, wie lange das Token gilt.',
    date: 'Wählen Sie einen Tag von heute bis in einem Jahr.',
    wrong: 'Das aktuelle Passwort ist falsch.',
    too_many:
      'Sie haben heute 50 Token erstellt oder haben 50 gültige. Widerrufen Sie einige, oder ' +
      'warten Sie einen Tag.',
    changed:
      'In Ihrem Konto wurde gleichzeitig etwas geändert. Versuchen Sie es noch einmal.',
    repeated:
      'Das Token gibt es bereits: Das Formular wurde schon einmal gesendet. Es wurde nur einmal ' +
      'angezeigt. Wenn Sie es nicht kopiert haben, widerrufen Sie es und erstellen Sie ein neues.',
  },
};

export default de;
