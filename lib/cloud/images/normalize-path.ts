/** The event of a CloudFront function that runs before the cache lookup. */
interface ViewerRequestEvent {
  request: { uri: string };
}

/** A response that the CloudFront function returns instead of a request for the origin. */
interface ViewerResponse {
  statusCode: number;
  statusDescription: string;
  headers: Record<string, { value: string }>;
}

/** The URL of the documentation, a constant in front of the function. */
declare const documentation: string;

/**
 * Normalizes the path of an image, so that each image is rendered and cached once. Repeated and
 * trailing slashes, leading zeros and percent-encoding make no difference. A malformed size,
 * or one without width and height, becomes 0 by 0, which is invalid like any size out of range.
 *
 * Any other path becomes the root, which origins do not have. Origins therefore never get a path
 * that can be parsed or signed in two ways. A request for the root is redirected to the
 * documentation.
 *
 * CloudFront runs the source text of this function. It must refer only to `documentation` outside
 * itself, and must not use newer JavaScript than the CloudFront runtime supports.
 */
export function handler(
  event: ViewerRequestEvent,
): ViewerRequestEvent['request'] | ViewerResponse {
  const request = event.request;
  if (request.uri === '/') {
    return {
      statusCode: 303,
      statusDescription: 'See Other',
      headers: {
        location: { value: documentation },
        'cache-control': { value: 'no-store' },
        'referrer-policy': { value: 'no-referrer' },
      },
    };
  }
  let path = '/';
  try {
    path = decodeURIComponent(request.uri);
  } catch (_error) {
    // A path that cannot be decoded is not the path of an image.
  }
  path = path
    // Repeated slashes, a trailing slash, and leading zeros
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/([wh]_)0+(?=\d)/g, '$1')
    // A malformed size
    .replace(
      /^(\/images)\/(?!w_(?!,h_\/)\d{0,9},h_\d{0,9}\/)[wh]_[^/]*\/(\w+)$/,
      '$1/w_0,h_0/$2',
    );
  request.uri = /^[\w,/-]{1,100}$/.test(path) ? path : '/';
  return request;
}
