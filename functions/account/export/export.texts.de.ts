import type { ExportTexts } from './export.texts.ts';

const de: ExportTexts = {
  title: 'Meine Daten exportieren',
  lead: 'Sie erhalten eine ZIP-Datei mit allem, was über Sie gespeichert ist.',
  startTitle: 'Neuer Export',
  contents:
    'Sie enthält Tagebuch, Bilder, Geräte, Verbindungen und was Ihr Konto sonst enthält. Eine ' +
    'README darin erklärt jedes Feld.',
  warning:
    'Wer die Datei oder ihren Link hat, kann alles lesen. Geben Sie beides nicht weiter. Der ' +
    'Link gilt 24 Stunden. Er endet früher, wenn Sie sich in diesem Browser abmelden oder Ihr ' +
    'Passwort ändern.',
  start: 'Meine Daten exportieren',
  mailHint:
    'Sie erhalten eine E-Mail, wenn die Datei fertig ist. Sie können diese Seite schließen, ' +
    'bleiben Sie aber angemeldet.',
  states: {
    running: 'Läuft',
    ready: 'Fertig',
    ended: 'Link beendet',
    failed: 'Fehlgeschlagen',
  },
  startedAt: (time) => `Export vom ${time}`,
  queued: 'Der Export beginnt gleich.',
  running: 'Die ZIP-Datei wird erstellt.',
  progress: (done, total) => `${done} von ${total} Dateien hinzugefügt`,
  reload: 'Seite aktualisieren',
  download: (size, { number, count }) =>
    count > 1
      ? `Teil ${number} von ${count} herunterladen (${size})`
      : `Herunterladen (${size})`,
  until: (time) => `Der Link gilt bis ${time}.`,
  ofApplication:
    'Eine Anwendung oder ein Skript hat diesen Export gestartet. Er enthält nur, was diese ' +
    'Anwendung lesen kann.',
  leftOut: (services) =>
    'Er enthält keine Trainings von diesen Diensten, weil die Anwendung sie nicht sehen darf: ' +
    `${services}.`,
  expired:
    'Der Link ist abgelaufen. Starten Sie einen neuen Export, um eine neue Datei zu erhalten.',
  accessEnded:
    'Der Link gilt nicht mehr, weil der Browser, der den Export angefordert hat, abgemeldet, das ' +
    'Passwort geändert oder das Konto gesperrt wurde oder die Anwendung, die ihn angefordert ' +
    'hat, keinen Zugriff mehr hat, weniger sehen darf oder nichts erhält, solange Sie die ' +
    'Verarbeitung pausieren. Starten Sie einen neuen Export, um eine neue Datei zu erhalten.',
  failed: 'Der Export ist fehlgeschlagen.',
  failures: {
    interrupted: 'Er wurde unterbrochen. Starten Sie ihn erneut.',
    access_ended:
      'Er wurde beendet, weil der Browser, der ihn angefordert hat, abgemeldet, das Passwort ' +
      'geändert oder das Konto gesperrt wurde oder die Anwendung, die ihn angefordert hat, ' +
      'keinen Zugriff mehr hat, weniger sehen darf oder nichts erhält, solange Sie die ' +
      'Verarbeitung pausieren. Starten Sie einen neuen Export.',
  },
  notices: {
    export_started: 'Der Export wurde gestartet.',
  },
  refusals: {
    export_running: 'Es läuft bereits ein Export.',
    too_many_exports:
      'Sie können höchstens 3 Exporte in 24 Stunden starten. Versuchen Sie es später erneut.',
  },
};

export default de;
