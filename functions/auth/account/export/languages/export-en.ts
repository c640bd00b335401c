import type { ExportFailure } from '#shared/data-export/data-export.ts';

const failures: Readonly<Record<ExportFailure, string>> = {
  interrupted: 'It was interrupted. Start it again.',
  too_large:
    'Your data does not fit into one ZIP file. Contact the operator of the service.',
  storage: 'It could not be stored. Start it again later.',
};

/** The texts of the page about exports in English. */
export const exportEn = {
  /** The language tag (BCP 47). */
  tag: 'en',
  title: 'Export my data',
  intro:
    'Get a ZIP file with everything that is stored about you: your diary, images, devices, ' +
    'connections, and what else your account has. A README in it explains every field.',
  warning:
    'Anybody with the file or its link can read all of it. Keep both to yourself. The link ' +
    'works for 24 hours.',
  start: 'Export my data',
  mailHint: 'You will get an email when the file is ready. You can close this page.',
  list: 'Exports of the last 7 days',
  startedAt: (time: string) => `Started ${time}`,
  queued: 'The export starts in a moment.',
  running: 'The ZIP file is being created.',
  progress: (done: number, total: number) => `${done} of ${total} files added`,
  reload: 'Refresh this page',
  download: (size: string) => `Download (${size})`,
  until: (time: string) => `The link works until ${time}.`,
  expired: 'The link has expired. Start a new export to get a new file.',
  failed: 'The export failed.',
  failures,
  notices: {
    export_started: 'The export has started.',
    export_running: 'An export is already running.',
    too_many_exports: 'You can start at most 3 exports in 24 hours. Try again later.',
  },
};

export type ExportTexts = typeof exportEn;
