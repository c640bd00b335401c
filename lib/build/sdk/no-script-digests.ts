/** Replaces the digests in JavaScript in the bundles, because Node has its own. */
export class Sha256Js {
  constructor() {
    throw new Error('The bundles have no digests in JavaScript.');
  }
}

export const Sha1Js = Sha256Js;
export const Md5Js = Sha256Js;
