const base64 =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAMAAACWlYwtAAAAA1BMVEUUeFrQDX1iAAAACXBIWXMAAAPoAAAD6AG1e1Jr' +
  'AAAAGklEQVRIx+3BgQAAAADDoPlTX+AIVQEAAHwDDDAAAcvAQmMAAAAASUVORK5CYII=';

/** A PNG file of 64 by 48 pixels, for requests that need an image. */
export const sampleImage: Uint8Array<ArrayBuffer> = Uint8Array.from(
  Buffer.from(base64, 'base64'),
);
