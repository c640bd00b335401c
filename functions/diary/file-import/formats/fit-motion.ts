import type { FitMessage } from './fit-reader.ts';

/** How far and how fast a record is. */
export interface RecordMotion {
  /** Centimeters, as the recorder counts them. */
  distance: number | undefined;
  /** Millimeters per second. */
  speed: number | undefined;
}

/** The field in which older recorders have speed and distance, in three bytes. */
export const motionField = 8;

/** Its distance has 12 bits, in 1/16 m, and begins anew every 256 m. */
const distanceRange = 2 ** 12;
const centimetersPerUnit = 100 / 16;

/** Starts to read the motion of records, in their order. */
export function createMotionReader(): (record: FitMessage) => RecordMotion {
  let last = 0;
  let counted = 0;
  return (record) => {
    const distance = record.getNumber(5);
    const speed = record.getNumber(73) ?? record.getNumber(6);
    const bytes = distance === undefined ? record.getBytes(motionField) : undefined;
    if (bytes?.length !== 3) return { distance, speed };

    const [low = 0, middle = 0, high = 0] = bytes;
    const units = (middle >> 4) | (high << 4);
    counted += (units - last + distanceRange) % distanceRange;
    last = units;
    // 12 bits in 1/100 m/s.
    const stated = (low | ((middle & 0x0f) << 8)) * 10;
    return { distance: counted * centimetersPerUnit, speed: speed ?? stated };
  };
}
