import type { UnreadReason } from '#functions/connections/inbox/readers/push.ts';
import de from './phones.texts.de.ts';

const en = {
  title: 'Phones and apps',
  lead:
    'An inbox takes what an app on your phone sends by itself: weight, sleep, steps, ' +
    'workouts and other values of your body. Nobody can read anything with its secret.',
  createTitle: 'Create an inbox',
  app: 'Which app',
  apps: {
    health_auto_export: 'Health Auto Export, for iPhone',
    companion: 'Life Dashboard Companion, for Android',
    other: 'Another app or a script',
  },
  name: 'Name',
  nameHint: 'By which you recognize it, e.g. the name of the phone.',
  signed: 'Only Life Dashboard Companion: the app signs what it sends',
  create: 'Create inbox',
  created: (name: string) => `Your new inbox: ${name}`,
  createdHint: 'Copy its secret now. It is shown only once: the service keeps no copy.',
  address: 'Address',
  onlyLocal:
    'Only this computer reaches this address. For a phone, whoever runs the service gives it ' +
    'an address in the network, with the options --host and --main-url.',
  headerName: 'Name of the header',
  headerValue: 'Value of the header, which has the secret',
  signingKey: 'Key for signatures',
  setUp: 'Set up the app',
  secretOnce:
    'The secret was shown once. If you no longer have it, create another inbox.',
  guide: 'The guide about inboxes',
  stepsTitle: 'In the app',
  allowHttp:
    'In Advanced, switch on Allow plain HTTP webhooks: the address does not begin with https.',
  steps: {
    health_auto_export: [
      'Open Automated Exports, add an automation, enable it, and choose REST API.',
      'Enter the address as URL. Add a header with the name Authorization, and paste its value.',
      'Choose Health Metrics as data type, and JSON as format.',
      'Let it summarize the data by day, and leave the period as Default: yesterday and today.',
      'Switch on Batch Requests, and set the Sync Cadence, e.g. an hour. Then export once by hand.',
      'For workouts add a second automation with the same address and header, Workouts as ' +
        'data type and version 2. Include Workout Metadata for heart rates, and routes if ' +
        'you want to see them.',
    ],
    companion: [
      'Open the tab Health, grant it the permissions of Health Connect, and add the address ' +
        'under Webhook URLs.',
      'Under Webhook Headers, add Authorization, and paste its value.',
      'If you have ticked that the app signs what it sends, enter the key for signatures ' +
        'as HMAC signing secret.',
      'In Health, Advanced, switch on Record metadata in payload: it has the time zones.',
      'Choose what it sends and the sync interval, and press Test ping. Then sync once by hand.',
      'In the settings of Android, set the battery use of the app to Unrestricted. Else it ' +
        'stops sending by itself.',
    ],
    other: [
      'Send a POST with JSON to the address, with the header.',
      'Each value has type, value, unit and, if it is not of now, time. Several are a list.',
      'Types are weight, body_fat, steps, resting_heart_rate, sleep and others.',
      'It takes files of workouts, too: FIT, GPX, TCX and KML, or a ZIP of them.',
    ],
  },
  addressWithSecret: 'If the app has no headers',
  addressWithSecretHint:
    'This address has the secret. Use it only if the app cannot send headers: addresses ' +
    'end up in the logs of programs between the phone and this service.',
  trial: 'A try by hand',
  createdOn: 'Created',
  revokedOn: 'Revoked',
  revoked: 'Revoked',
  nothingYet: 'Nothing has arrived yet.',
  deliveries: 'Latest deliveries',
  filesWaiting: (count: number) =>
    count === 1 ? 'a file is not read yet' : `${count} files are not read yet`,
  columns: {
    time: 'Time',
    stored: 'New',
    unchanged: 'Known',
    ignored: 'Not kept',
    deleted: 'Deleted',
  },
  notKept: (names: string) => `Not kept: ${names}`,
  /** What the readers of messages say, besides the types of values. */
  reasons: {
    workouts: 'Workouts',
    'the day is full': 'the day is full',
    'time is missing': 'the time is missing',
    'date is missing': 'the date is missing',
    'date is not that of the time': 'the date is not that of the time',
    'value is out of bounds': 'the value is too small or too large',
    'diastolic value does not fit': 'the diastolic value is missing or not plausible',
    'times of the sleep do not fit': 'start, end and durations of the sleep do not fit',
    'no readable value or time': 'without a value and a time that can be read',
    'no plausible start and duration': 'no plausible start and duration',
    'unknown unit': 'unknown unit',
    'unknown type': 'unknown type',
    'value must be a number': 'the value is no number',
    'time must be a time': 'the time is no time',
    'date is too far away': 'the date is too far away',
    'a value without type and value': 'a value without type and value',
    'a file of an unknown kind': 'a file of an unknown kind',
    'a message of an unknown kind': 'a message of an unknown kind',
    'a metric without a name': 'a metric without a name',
    'deleted meanwhile': 'deleted meanwhile',
    'more values than are kept': 'no more room for it, or deleted by you',
    'a file that could not be read in time': 'a file that could not be read in time',
  } satisfies Record<UnreadReason, string> & Record<string, string>,
  revocation: 'Revoke inbox',
  revocationHint: 'It takes nothing from now on. What it has brought stays.',
  revoke: 'Revoke now',
  revokeLabel: (name: string) => `Revoke now the inbox ${name}`,
  deletion: 'Delete what it has brought',
  deletionHint:
    'All values and workouts that came by this inbox are deleted, and the inbox with them. ' +
    'Workouts that you have edited stay.',
  deletionOfActiveHint:
    'All values and workouts that came by this inbox are deleted, but for workouts that you ' +
    'have edited. The app may send them again: revoke the inbox before if they should not ' +
    'come back.',
  delete: 'Delete all',
  deleteLabel: (name: string) => `Delete all that the inbox ${name} has brought`,
  notices: {
    created: 'The inbox is created.',
    revoked: 'The inbox is revoked.',
    deleted: 'What the inbox has brought is deleted.',
  },
  problems: {
    name: 'The name must have 1 to 50 visible characters.',
    restricted: 'Nothing was created: the processing of your data is paused.',
    consent: 'Choose an app, and tick the box to agree.',
    signed: 'Only Life Dashboard Companion signs. Choose it, or do not tick the box.',
    too_many: 'You have 20 inboxes. Delete what a revoked one has brought first.',
  },
};

/** The texts of the page of inboxes. */
export const phonesTexts = { en, de };
export type PhonesTexts = typeof en;
export type PhonesNotice = keyof PhonesTexts['notices'];
