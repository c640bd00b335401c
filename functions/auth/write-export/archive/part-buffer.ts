/** The bytes of the part that is being written. Every part uses the same memory. */
export interface PartBuffer {
  memory: Buffer;
  /** How many bytes of the memory belong to the part. */
  length: number;
}

/** Creates a buffer for parts of about this many bytes. */
export function newPartBuffer(bytes: number): PartBuffer {
  return { memory: Buffer.allocUnsafe(bytes), length: 0 };
}

/** Copies bytes to the end of the part. The memory grows if they do not fit. */
export function appendToPart(part: PartBuffer, bytes: Buffer): void {
  const length = part.length + bytes.length;
  if (length > part.memory.length) grow(part, length);
  part.memory.set(bytes, part.length);
  part.length = length;
}

/** At least doubles the memory, so the bytes of a part are copied only a few times. */
function grow(part: PartBuffer, length: number): void {
  const memory = Buffer.allocUnsafe(Math.max(length, 2 * part.memory.length));
  memory.set(getPartBytes(part));
  part.memory = memory;
}

/** Returns the bytes of the part. The next part overwrites them. */
export function getPartBytes({ memory, length }: PartBuffer): Buffer {
  return memory.subarray(0, length);
}

/** Begins the next part. */
export function clearPart(part: PartBuffer): void {
  part.length = 0;
}
