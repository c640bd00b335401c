import { type Send, type ServiceUrls, send } from './send.ts';

/** Returns a function that sends requests from another loopback address, like another machine. */
export function sendFrom(localAddress: string, urls: ServiceUrls): Send {
  return (method, path, options) =>
    send(urls, method, path, { ...options, localAddress });
}
