const orientationTag = 0x0112;

/**
 * The orientation that an EXIF block names, 1 to 8, from its TIFF header on; 1 where it names none or is malformed, for
 * an image is whole without it.
 */
export function exifOrientation(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = long(4);
    const entries = short(directory);
    for (let entry = directory + 2; entry < directory + 2 + entries * 12; entry += 12) {
      if (short(entry) !== orientationTag) continue;
      const value = short(entry + 8);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** Whether an orientation lays the image on its side, so that its width is the height of what is stored. */
export function isSideways(orientation: number): boolean {
  return orientation >= 5;
}
