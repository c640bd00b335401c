/** What CloudFront hands to a function that sees requests before its cache does. */
interface ViewerRequestEvent {
  request: { uri: string };
}

/**
 * Gives every path that asks for the same image one form, so that the image is made and kept once: slashes, leading
 * zeros and percent-encoding make no difference, and neither does a template with both slots left empty. Every size of a
 * image that is not written as one becomes 0 by 0, which is refused like any number out of range. What else is
 * longer than any path of an image, or has characters that none has, becomes the root, where there is nothing: origins then never see a path that
 * could be read, or signed, in two ways. This is the code of a CloudFront function as it stands, so it uses nothing
 * from outside, and no JavaScript newer than runs there.
 */
export function handler(event: ViewerRequestEvent): ViewerRequestEvent['request'] {
  const request = event.request;
  let path = '/';
  try {
    path = decodeURIComponent(request.uri);
  } catch (_error) {
    // What cannot be decoded is no path of an image either.
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
