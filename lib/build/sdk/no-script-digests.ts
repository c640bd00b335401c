/** Replaces the digests in JavaScript in the bundles, because Node has its own. */
export class Sha256Js {
  constructor() {
    throw new Error('The bundles have no digests in JavaScript.');
  }
}

export class Sha1Js extends Sha256Js {}

export class Md5Js extends Sha256Js {}
