/** What the header of an image states. */
export interface ImageHeader {
  width: number;
  height: number;
  /** The number of frames of an animation; 1 for any other image. */
  frames: number;
  /** The EXIF orientation, 1 to 8. Defaults to 1. */
  orientation: number;
}

/** A format in which images can be uploaded (wire.md I3). */
export interface ImageFormat {
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
  /** Returns whether the first bytes identify this format. */
  matches(bytes: Buffer): boolean;
  /**
   * Reads the header and the structure of an image, without decoding it. Returns undefined if the
   * image violates the format. Throws a RangeError if it is truncated.
   */
  readHeader(bytes: Buffer): ImageHeader | undefined;
}
