/** The event of a CloudFront function that runs before the cache lookup. */
interface ViewerRequestEvent {
  request: { uri: string };
}

/**
 * Normalizes the path of an image, so that each image is rendered and cached once. Repeated
 * slashes, leading zeros, percent-encoding and empty placeholders make no difference. A malformed
 * size becomes 0 by 0, which is invalid like any size out of range.
 *
 * Any other path becomes the root, which does not exist. Origins therefore never get a path that
 * can be parsed or signed in two ways.
 *
 * CloudFront runs the source text of this function. It must not refer to anything outside itself,
 * and must not use newer JavaScript than the CloudFront runtime supports.
 */
export function handler(event: ViewerRequestEvent): ViewerRequestEvent['request'] {
  const request = event.request;
  let path = '/';
  try {
    path = decodeURIComponent(request.uri);
  } catch (_error) {
    // A path that cannot be decoded is not the path of an image.
  }
  path = path
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/([wh]_)0+(?=\d)/g, '$1')
    .replace(/^(\/images)\/(?!w_\d{0,9},h_\d{0,9}\/)[wh]_[^/]*\/(\w+)$/, '$1/w_0,h_0/$2')
    .replace('/w_,h_/', '/');
  request.uri = /^[\w,/-]{1,100}$/.test(path) ? path : '/';
  return request;
}
