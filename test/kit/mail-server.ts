import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A key for tests only, with a certificate for `0.0.0.0` that signs itself. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbH+X0KbBrUplWJnj
RlN6X8mDfsUAPABATunZA9CiLwihRANCAARZlxc+YHhTkHw/5mL3z/qh3Wd8jV5u
tOnDSZ//MxrlHfZ7Qo5ryyMpwBH4xykTL2AxDQlPH7wpUPbGyo1V3FPx
-----END PRIVATE KEY-----
`;
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBPDCB46ADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCW1haWwudGVz
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bWFpbC50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWZcXPmB4U5B8P+Zi
98/6od1nfI1ebrTpw0mf/zMa5R32e0KOa8sjKcAR+McpEy9gMQ0JTx+8KVD2xsqN
VdxT8aMkMCIwDwYDVR0RBAgwBocEAAAAADAPBgNVHRMBAf8EBTADAQH/MAoGCCqG
SM49BAMCA0gAMEUCIQDFiMJop7EXbVI7tbUBsZywi8jezT3d+hFH0SP5i7CqggIg
HzXDs3/5+4URaut5IW4fkHImZ/u8nNNFneZGHWB5zww=
-----END CERTIFICATE-----
`;

type Verb = 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'QUIT';

/** The replies to commands, to the connection and to a message. */
type Replies = Record<Verb | 'connection' | 'message', string>;

/** No reply, and the end of the connection instead of one. */
export const silence = 'silence';
export const hangUp = 'hang up';

const usualReplies: Replies = {
  connection: '220 mail.test ready',
  EHLO: '250-mail.test\r\n250-AUTH PLAIN\r\n250 STARTTLS',
  STARTTLS: '220 begin',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  message: '250 2.0.0 queued as 17',
  QUIT: '221 2.0.0 bye',
};

/** A mail server that replies as a test says. */
export interface ScriptedMailServer {
  port: number;
  /** All commands so far, with `TLS` where a connection became secure. */
  commands: string[];
  /** The messages that were accepted, with LF as line break. */
  messages: string[];
}

interface Script {
  replies?: Partial<Replies>;
  /** Whether TLS begins with the connection. */
  implicitTls?: boolean;
}

/** Starts a mail server on this machine until the test ends. */
export async function startMailServer({
  replies = {},
  implicitTls = false,
}: Script = {}): Promise<ScriptedMailServer> {
  const commands: string[] = [];
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const session = { replies: { ...usualReplies, ...replies }, commands, messages };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const first = implicitTls ? secure(socket, commands) : socket;
    reply(first, session.replies.connection);
    serve(first, session);
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, commands, messages };
}

function secure(socket: Socket, commands: string[]): TLSSocket {
  const secured = new TLSSocket(socket, { isServer: true, key, cert: certificate });
  secured.on('error', () => {});
  secured.on('secure', () => commands.push('TLS'));
  return secured;
}

function reply(socket: Socket, text: string): void {
  if (text === hangUp) socket.destroy();
  else if (text !== silence) socket.write(`${text}\r\n`);
}

interface Session extends Pick<ScriptedMailServer, 'commands' | 'messages'> {
  replies: Replies;
}

function serve(socket: Socket, session: Session): void {
  const { replies, commands, messages } = session;
  const reader = createInterface({ input: socket });
  let message: string[] | undefined;
  reader.on('line', (line) => {
    if (message) {
      if (line !== '.') return message.push(line.replace(/^\./, ''));
      if (replies.message.startsWith('2')) messages.push(message.join('\n'));
      message = undefined;
      return reply(socket, replies.message);
    }
    commands.push(line);
    const verb = line.split(' ', 1)[0] as Verb;
    reply(socket, replies[verb] ?? '500 what?');
    if (verb === 'DATA' && replies.DATA.startsWith('3')) message = [];
    if (verb === 'QUIT') socket.end();
    if (verb === 'STARTTLS' && replies.STARTTLS.startsWith('2')) {
      reader.close();
      socket.removeAllListeners('data');
      serve(secure(socket, commands), session);
    }
  });
  reader.on('error', () => {});
}
