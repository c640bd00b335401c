/** The file by which an import recognizes an export. That of archive 2 is `manifest-2.json`. */
export const manifestName = 'manifest.json';

/** The format that the manifest names. */
export const exportFormat = 'fitness-data-export';

/** The version of the format. It grows with a change that an older import would misread. */
export const exportVersion = 1;
