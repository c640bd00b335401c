/** What the header of an image says of it. */
export interface ImageHeader {
  width: number;
  height: number;
  /** Frames of an animation; 1 for any other image. */
  frames: number;
  /** The EXIF orientation, 1 to 8; 1 where there is none. */
  orientation: number;
}

/** One of the formats in which an image may be uploaded (decision I3). */
export interface ImageFormat {
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
  /** Whether the first bytes are of this format. */
  begins(bytes: Buffer): boolean;
  /**
   * Reads the image's structure without decoding any of it; undefined where it is not as the format wants it.
   * Throws a RangeError where the bytes end too early.
   */
  measure(bytes: Buffer): ImageHeader | undefined;
}
