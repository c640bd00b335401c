import { html, strong } from '#shared/html/html.ts';

const en = {
  title: 'Delete my account',
  purpose: 'Delete your account and all your data.',

  removedTitle: 'What is deleted',
  removed: [
    'Your account with name, email address and password, all sessions and remembered browsers.',
    'Your diary, imported workouts, images in every size, devices and data sources.',
    'The access of all applications. They keep what they have already copied. Ask them to delete ' +
      'it.',
    'Connections to other services. We ask each service to end our access to your data there.',
  ],
  laterTitle: 'What stays for a while',
  later: [
    'Backups keep copies for 35 days. They are used only to restore the service after a failure.',
    'The network that delivers images can show them for one more day. A browser that has already ' +
      'loaded an image can show it for longer.',
    'Logs record what happened and at what time. They have no names, addresses or contents, and ' +
      'nothing in them leads to you any more. They are deleted after two months.',
  ],
  pauseTitle: 'When it happens',
  pause:
    'After you confirm, nothing is deleted for 72 hours. If you sign in during this time, the ' +
    'deletion is cancelled. Applications and imports keep working during the 72 hours. As soon ' +
    'as you confirm, your other browsers are signed out.',
  final: 'After the 72 hours, the deletion cannot be undone.',

  exportFirst: 'Export my data first',
  password: 'Your password',
  submit: 'Delete my account in 72 hours',

  scheduledTitle: 'Your account will be deleted',
  scheduled: (time: string) =>
    html`Your account and all your data will be deleted on ${strong(time)}.`,
  scheduledHint:
    'To keep your account, choose “Keep my account”, or sign in again with any browser before ' +
    'that time.',
  keep: 'Keep my account',
  notices: {
    deletion_cancelled: 'The deletion is cancelled. Your account and your data are kept.',
  },
  running:
    'Your account is being deleted. This can no longer be stopped and takes 10 to 20 minutes.',

  problems: { wrong: 'The password is incorrect.' },
};

const de: typeof en = {
  title: 'Konto löschen',
  purpose: 'Ihr Konto und alle Ihre Daten löschen.',

  removedTitle: 'Was gelöscht wird',
  removed: [
    'Ihr Konto mit Name, E-Mail-Adresse und Passwort, alle Anmeldungen und gespeicherten Browser.',
    'Ihr Tagebuch, importierte Trainings, Bilder in allen Größen, Geräte und Datenquellen.',
    'Der Zugriff aller Anwendungen. Was eine Anwendung bereits kopiert hat, behält sie. Bitten ' +
      'Sie ihren Anbieter, es zu löschen.',
    'Verbindungen zu anderen Diensten. Wir bitten jeden Dienst, unseren Zugriff auf Ihre Daten ' +
      'dort zu beenden.',
  ],
  laterTitle: 'Was noch eine Zeit lang bleibt',
  later: [
    'Sicherungskopien enthalten die Daten noch 35 Tage lang und dienen nur dazu, den Dienst ' +
      'nach einem Ausfall wiederherzustellen.',
    'Das Netz, das Bilder ausliefert, kann sie noch einen Tag lang zeigen. Ein Browser, der ein ' +
      'Bild bereits geladen hat, kann es länger zeigen.',
    'Protokolle halten fest, was zu welcher Zeit geschah. Darin stehen keine Namen, Adressen ' +
      'oder Inhalte, und nichts darin führt noch zu Ihnen. Nach zwei Monaten werden sie gelöscht.',
  ],
  pauseTitle: 'Wann es geschieht',
  pause:
    'Nachdem Sie bestätigt haben, wird 72 Stunden lang nichts gelöscht. Wenn Sie sich in dieser ' +
    'Zeit anmelden, wird die Löschung abgebrochen. Anwendungen und Importe funktionieren ' +
    'während der 72 Stunden weiter. Ihre anderen Browser werden abgemeldet, sobald Sie ' +
    'bestätigen.',
  final: 'Nach den 72 Stunden lässt sich die Löschung nicht rückgängig machen.',

  exportFirst: 'Zuerst meine Daten exportieren',
  password: 'Ihr Passwort',
  submit: 'Konto in 72 Stunden löschen',

  scheduledTitle: 'Ihr Konto wird gelöscht',
  scheduled: (time) =>
    html`Ihr Konto und alle Ihre Daten werden am ${strong(time)} gelöscht.`,
  scheduledHint:
    'Um Ihr Konto zu behalten, wählen Sie „Konto behalten“, oder melden Sie sich vor diesem ' +
    'Zeitpunkt mit einem beliebigen Browser neu an.',
  keep: 'Konto behalten',
  notices: {
    deletion_cancelled:
      'Die Löschung ist abgebrochen. Ihr Konto und Ihre Daten bleiben erhalten.',
  },
  running:
    'Ihr Konto wird gerade gelöscht. Das lässt sich nicht mehr aufhalten und dauert 10 bis ' +
    '20 Minuten.',

  problems: { wrong: 'Das Passwort ist falsch.' },
};

/** The texts of the page about the deletion of the account. */
export const erasureTexts = { en, de };
export type ErasureTexts = typeof en;
export type ErasureNotice = keyof typeof en.notices;
