/** The least size of a part of an archive in bytes: the least that Amazon S3 accepts. */
export const partSize = 5 * 1024 * 1024;
