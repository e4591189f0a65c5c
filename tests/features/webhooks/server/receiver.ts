import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** The system at the other end of a webhook: keeps what arrives, and answers as a test says. */
export class Receiver {
  readonly all: Received[] = [];
  /** Answers a request; 204 by default. */
  answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        this.all.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
        this.answer(response);
      });
  });

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** What arrived since the last call. */
  take(): Received[] {
    return this.all.splice(0);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
