/** The least size of a part of an archive in bytes. A part fits in the memory many times. */
export const partSize = 8 * 1024 * 1024;
