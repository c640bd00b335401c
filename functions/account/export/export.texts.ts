import type { ExportFailure } from './data-export.ts';

const failures: Readonly<Record<ExportFailure, string>> = {
  interrupted: 'It was interrupted. Start it again.',
  access_ended:
    'It ended because the browser that asked for it was signed out, the password was changed, ' +
    'the account was disabled, or the application that asked for it lost its access, may ' +
    'see less now, or gets nothing while you pause the processing. Start a new export.',
};

/** An archive of an export, by its number from 1, and how many archives the export has. */
interface ArchiveNumber {
  number: number;
  count: number;
}

const en = {
  title: 'Export my data',
  purpose: 'Get a ZIP file with everything that is stored about you.',
  lead: 'Get a ZIP file with everything that is stored about you.',
  startTitle: 'A new export',
  contents:
    'It has your diary, images, devices, connections, and what else your account has. A README ' +
    'in it explains every field.',
  warning:
    'Anybody with the file or its link can read all of it. Keep both to yourself. The link ' +
    'works for 24 hours. It ends earlier if you sign out in this browser or change your password.',
  start: 'Export my data',
  mailHint:
    'You will get an email when the file is ready. You can close this page, but stay signed in.',
  states: { running: 'Running', ready: 'Ready', ended: 'Link ended', failed: 'Failed' },
  startedAt: (time: string) => `Export of ${time}`,
  queued: 'The export starts in a moment.',
  running: 'The ZIP file is being created.',
  progress: (done: number, total: number) => `${done} of ${total} files added`,
  reload: 'Refresh this page',
  download: (size: string, { number, count }: ArchiveNumber) =>
    count > 1 ? `Download part ${number} of ${count} (${size})` : `Download (${size})`,
  until: (time: string) => `The link works until ${time}.`,
  ofApplication:
    'An application or a script started this export. It has only what that application can read.',
  leftOut: (services: string) =>
    'It has no workouts from these services, because the application may not see them: ' +
    `${services}.`,
  expired: 'The link has expired. Start a new export to get a new file.',
  accessEnded:
    'The link has ended because the browser that asked for the export was signed out, the ' +
    'password was changed, the account was disabled, or the application that asked for it lost ' +
    'its access, may see less now, or gets nothing while you pause the processing. Start a new ' +
    'export to get a new file.',
  failed: 'The export failed.',
  failures,
  notices: {
    export_started: 'The export has started.',
  },
  refusals: {
    export_running: 'An export is already running.',
    too_many_exports: 'You can start at most 3 exports in 24 hours. Try again later.',
  },
};

const de: typeof en = {
  title: 'Meine Daten exportieren',
  purpose: 'Eine ZIP-Datei mit allem, was über Sie gespeichert ist.',
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

/** The texts of the page about exports. */
export const exportTexts = { en, de };
export type ExportTexts = typeof en;
