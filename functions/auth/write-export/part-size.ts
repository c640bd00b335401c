/** The minimum size of a part of an archive in bytes, as Amazon S3 requires it. */
export const partSize = 5 * 1024 * 1024;
