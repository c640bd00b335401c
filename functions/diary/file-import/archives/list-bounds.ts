/** The bounds of an import, whether of files or of an export. */
export const listBounds = {
  /** The most files, or parts of an export, whose lines are stored. */
  files: 20_000,
  /** The most bytes after decompression. An export of Apple Health has up to 4 GB. */
  bytes: 16 * 1024 ** 3,
  /** The bytes from which the kind of a file is known. */
  start: 64 * 1024,
} as const;
