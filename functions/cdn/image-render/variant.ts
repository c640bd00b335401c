/** An image as somebody asks for it: at its own size, or fitted into a box of which one side may be open. */
export interface Variant {
  id: string;
  width?: number;
  height?: number;
}

const pattern = /^\/images\/(?:w_(\d*),h_(\d*)\/)?([0-9a-z]{36})$/;
const largest = 4096;

/** The variant that a path of the CDN asks for (decision I4); undefined where it is no path of an image. */
export function parseVariant(path: string): Variant | undefined {
  const [, width, height, id] = pattern.exec(path) ?? [];
  return id === undefined
    ? undefined
    : { id, ...(width && { width: Number(width) }), ...(height && { height: Number(height) }) };
}

/** Whether the sides of a variant's box are from 1 to 4096. */
export function isInRange({ width = 1, height = 1 }: Variant): boolean {
  return [width, height].every((side) => side >= 1 && side <= largest);
}
