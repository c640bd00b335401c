import { type Send, type ServiceUrls, send } from './send.ts';

/** Sends requests from another loopback address, like a client on another machine. */
export function sendFrom(localAddress: string, urls: ServiceUrls): Send {
  return (method, path, options) =>
    send(urls, method, path, { ...options, localAddress });
}
