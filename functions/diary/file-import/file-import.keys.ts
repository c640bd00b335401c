import {
  defineOwnedKey,
  defineOwnedRange,
  defineSingletonKey,
} from '#shared/table/keys.ts';

/** The keys of imports of files, and of what belongs to them. */
export const fileImportKeys = {
  importJob: defineOwnedKey('IMPORT'),
  importJobs: defineOwnedRange('IMPORT'),
  /** The id of `importLines` is that of the import, and the number of the chunk. */
  importLines: defineOwnedKey('IMPORT_LINES'),
  /** The item that counts the imports of a user that are running. */
  runningImports: defineSingletonKey('IMPORTS'),
  /** The item that counts the imports of a day. */
  importsOfDay: defineOwnedKey('IMPORT_DAY'),
  /** The item with the data sources of the devices that files name. */
  fileDevices: defineSingletonKey('FILE_DEVICES'),
};
