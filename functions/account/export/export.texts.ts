import type { ExportFailure } from './data-export.ts';
import de from './export.texts.de.ts';

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

/** The texts of the page about exports. */
export const exportTexts = { en, de };

export type ExportTexts = typeof en;
