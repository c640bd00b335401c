import type { APIGatewayProxyStructuredResultV2, LambdaFunctionURLEvent } from 'aws-lambda';

/** The files of `data/icons` by their names; the build puts them in. */
declare const ICONS: Readonly<Record<string, string>>;

/** An icon may be drawn anew under its name, so it is kept for a day only. */
const cacheControl = { 'Cache-Control': 'public, max-age=86400' };

/** Answers the icon that a path of the CDN names, as in `/icons/ride.svg`. */
export async function handler({
  rawPath,
}: Pick<LambdaFunctionURLEvent, 'rawPath'>): Promise<APIGatewayProxyStructuredResultV2> {
  const name = rawPath.replace(/^\/icons\//, '');
  const icon = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
  if (icon !== undefined)
    return {
      statusCode: 200,
      headers: { 'Content-Type': 'image/svg+xml', ...cacheControl },
      body: icon,
    };
  return {
    statusCode: 404,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=10' },
    body: JSON.stringify({ errors: ['icon not found'] }),
  };
}
