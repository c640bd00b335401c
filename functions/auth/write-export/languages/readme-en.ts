import type { Omission } from '#shared/table/item-kinds.ts';
import type { DocumentName, FieldName } from '../documents/documents.ts';

const documents: Readonly<Record<DocumentName, string>> = {
  user: 'Your profile.',
  email_links: 'Links that were sent to you by email, e.g. to choose a new password.',
  sessions: 'The browsers in which you are signed in.',
  trusted_devices: 'The browsers in which you signed in before.',
  grants: 'The applications that you allowed to use your data.',
  data_sources: 'Your devices, and for which data you prefer them.',
  remote_connections: 'Your connections to other providers.',
  imported_workouts: 'For each imported workout, where its diary entry is stored.',
  images:
    'Your images. The files are in the folder images/, as you uploaded them. An upload that was ' +
    'interrupted may have no file.',
  diary: 'Your diary: meals and exercises, with duplicates that the diary hides.',
  exports: 'Your exports of the last 7 days.',
  erasure: 'The deletion of your account, if it was requested or cancelled.',
};

const fields: Readonly<Record<FieldName, string>> = {
  id: 'the id',
  username: 'your short name in this service',
  display_name: 'the name that others see',
  email: 'the email address',
  date_joined: 'when you joined',
  disabled_datetime: 'when the account was disabled',
  purpose: 'what the link was for',
  previous_email: 'the address that was to be replaced',
  expires_at: 'when it ends, in seconds since 1970 (UTC)',
  used_at: 'when the link was used, in seconds since 1970 (UTC)',
  browser: 'the browser and the operating system',
  created_datetime: 'when it was created',
  last_used_on: 'the day on which it was last used',
  client_id: 'the id of the application',
  application_name: 'the name of the application',
  scope: 'what the application may do',
  redeemed_at: 'when the application got access, in seconds since 1970 (UTC)',
  rotated_at: 'when the application last renewed its access, in seconds since 1970 (UTC)',
  revoked_at: 'when the access was revoked, in seconds since 1970 (UTC)',
  redirect_uri: 'the address of the application to which you were sent back',
  access_scope: 'what the current token of the application may do',
  access_expires_at:
    'when the current token of the application expires, in seconds since 1970 (UTC)',
  name: 'the name that you gave it',
  active: 'whether the device can record new data',
  advertised_name: 'the Bluetooth name',
  serial_number: 'the serial number',
  bluetooth_device_address: 'the Bluetooth address',
  firmware_version: 'the version of the firmware',
  hardware_version: 'the version of the hardware',
  device: 'the manufacturer and the model',
  priorities: 'the data for which you prefer the device, and since when',
  type: 'the kind of entry, the provider of a connection, or the format of an image',
  remote_id: 'the id of your account at the provider',
  last_sync_time: 'when workouts were last imported',
  status: 'whether workouts can be imported',
  remote_connection_type: 'the provider',
  remote_connection_id: 'the id of the connection',
  batch: 'the first 36 characters of the id of the diary entry',
  storage_date: 'the day in the id of the diary entry',
  is_deleted: 'whether the provider deleted the workout before the import',
  href: 'what the image belongs to',
  rel: 'what the image is used for there',
  index: 'the position in a series of images',
  width: 'the width in pixels',
  height: 'the height in pixels',
  bytes: 'the size of the file in bytes',
  file: 'the file in this archive; missing if its upload was interrupted',
  date: 'the day',
  exercise: 'the id of the activity type',
  start_time: 'when the exercise began',
  duration: 'the duration in seconds',
  energy: 'the energy, in calories (kilocalories) or kilojoules',
  avg_heart_rate: 'the average heart rate in beats per minute',
  max_heart_rate: 'the highest heart rate in beats per minute',
  distance: 'the distance in meters',
  max_speed: 'the highest speed in meters per second',
  elevation_change: 'the change of elevation in meters',
  diary_meal: 'the meal',
  food: 'the food and its brand',
  servings: 'the number of servings',
  nutritional_contents:
    'the contents of one serving: fat, carbohydrates, fiber, sugar and protein in grams, ' +
    'cholesterol, sodium and potassium in milligrams, the rest in percent of the daily value',
  source: 'the workout at a provider from which the entry was imported',
  hidden_by: 'the entry that is shown instead, because both are the same workout',
  imported: 'what the provider sent, without your changes',
  state: 'the progress of the export or of the deletion',
  reason: 'whether you or the operator asked for the deletion',
  requested_datetime: 'when the deletion was asked for',
  due_datetime: 'when the deletion takes place',
  started_datetime: 'when the deletion began',
  completed_datetime: 'when the export was done',
  expires_datetime: 'until when the file can be downloaded',
  language: 'the language of the README or of the email',
  files_done: 'how many files the export has so far',
  files_total: 'how many files the export will have',
  failure: 'why the export failed',
};

const omissions: Readonly<Record<Omission, string>> = {
  secret:
    'Your password, the tokens of applications and providers, and the cookies of your browsers. ' +
    'They are stored only as digests or encrypted. They are of no use outside this service, and ' +
    'in a file they would be a danger to you.',
  internal:
    'Counters and notes with which the service coordinates its work, such as jobs that import ' +
    'workouts, and digests of requests, so that a repeated request stores nothing twice.',
  copy: 'Copies of data in these documents, which the service uses as an index.',
  expires:
    'Requests to sign in or to connect an account, and counts of attempts. They are deleted ' +
    'within minutes to days.',
  not_personal: 'What belongs to no person, such as applications and models of devices.',
};

/** Every text of the README in English. */
export const readmeEn = {
  /** The language tag (BCP 47). */
  tag: 'en',
  title: 'Your data at the fitness data service',
  created: (time: string) => `This export was started at ${time} (UTC).`,
  intro:
    'This archive has everything that the service stores about you. What you changed while it ' +
    'was written may be in it or not.',
  formats:
    'Each .json file is one JSON array in UTF-8, with an object on each line. Times are in UTC ' +
    'unless they have an offset. A field that is unknown is missing or null.',
  csvTitle: 'diary.csv',
  csv:
    'The diary as a table for spreadsheets, without hidden duplicates: comma-separated, ' +
    'in UTF-8. Nutrients and the energy of food are those of one serving. An apostrophe stands ' +
    'before a text that a spreadsheet could run as a formula.',
  documents,
  fields,
  omittedTitle: 'What is not in this archive, and why',
  omissions,
};

export type ReadmeTexts = typeof readmeEn;
