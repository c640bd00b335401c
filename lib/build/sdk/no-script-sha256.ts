/** Replaces the SHA-256 in JavaScript in the bundles, because Node has its own. */
export class Sha256Js {
  constructor() {
    throw new Error('The bundles have no SHA-256 in JavaScript.');
  }
}
