import sharp, { type Sharp } from 'sharp';

/** A picture in whose four corners the colours differ, so that every way of turning it can be told. */
export function corners(width = 120, height = 80): Sharp {
  const block = (background: string, left: number, top: number) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: '#ffff00' } }).composite([
    block('#ff0000', 0, 0),
    block('#00ff00', width / 2, 0),
    block('#0000ff', 0, height / 2),
  ]);
}
