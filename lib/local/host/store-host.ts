import { randomInt } from 'node:crypto';

/** A part of an address that is neither that of a network nor that of a broadcast. */
const newPart = () => randomInt(1, 255);

/**
 * Returns the address of loopback on which a store of this run listens. The stores have no
 * passwords, and DynamoDB answers pages of every origin. So a page in a browser of this machine
 * must not find them: on Linux, each address of 127.0.0.0/8 is this machine, and a page would have
 * to try 16 million of them, each with all ports. Other systems may have 127.0.0.1 only.
 */
export function chooseStoreHost(platform: string = process.platform): string {
  if (platform !== 'linux') return '127.0.0.1';
  return `127.${newPart()}.${newPart()}.${newPart()}`;
}
