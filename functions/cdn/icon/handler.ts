import type { LambdaFunctionURLEvent } from 'aws-lambda';
import {
  buildErrorResponse,
  type FunctionUrlResponse,
} from '#functions/cdn/image-render/responses.ts';

/** The files of `data/icons` by name. The build inserts them. */
declare const ICONS: Readonly<Record<string, string>>;

/** Serves the icon at a path of the CDN, e.g. `/icons/ride.svg`. */
export async function handler({
  rawPath,
}: Pick<LambdaFunctionURLEvent, 'rawPath'>): Promise<FunctionUrlResponse> {
  const name = rawPath.replace(/^\/icons\//, '');
  const icon = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
  if (icon === undefined) return buildErrorResponse(404, 'icon not found');
  return {
    statusCode: 200,
    // An icon may be redrawn under the same name, so it is cached for a day only.
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
    },
    body: icon,
  };
}
