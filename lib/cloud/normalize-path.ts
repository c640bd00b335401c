/** What CloudFront hands to a function that sees requests before its cache does. */
interface ViewerRequestEvent {
  request: { uri: string };
}

/**
 * Gives every path that asks for the same picture one form, so that the picture is made and kept once: slashes, leading
 * zeros and percent-encoding make no difference, and neither does a template with both slots left empty. This is the
 * code of a CloudFront function as it stands, so it uses nothing from outside, and no JavaScript newer than runs there.
 */
export function handler(event: ViewerRequestEvent): ViewerRequestEvent['request'] {
  const request = event.request;
  let path = request.uri;
  try {
    const decoded = decodeURIComponent(path);
    if (/^[\w,./-]*$/.test(decoded)) path = decoded;
  } catch (_error) {
    // It stays as it is, and no picture will be found there.
  }
  request.uri = path
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/([wh]_)0+(?=\d)/g, '$1')
    .replace('/w_,h_/', '/');
  return request;
}
