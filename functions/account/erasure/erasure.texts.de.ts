import { html, strong } from '#shared/html/html.ts';
import type { ErasureTexts } from './erasure.texts.ts';

const de: ErasureTexts = {
  title: 'Konto löschen',

  removedTitle: 'Was gelöscht wird',
  removed: [
    'Ihr Konto mit Name, E-Mail-Adresse und Passwort, alle Anmeldungen und gespeicherten Browser.',
    'Ihr Tagebuch, importierte Trainings, die Werte Ihres Körpers, z. B. Gewicht und Schlaf, ' +
      'Bilder in allen Größen, Geräte, Datenquellen und Posteingänge.',
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
    'während der 72 Stunden weiter; was Telefone und Apps an Posteingänge senden, wird ' +
    'abgelehnt. Ihre anderen Browser werden abgemeldet, sobald Sie bestätigen.',
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

export default de;
