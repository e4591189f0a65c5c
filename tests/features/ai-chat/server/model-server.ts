import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model's server is asked. */
export interface Asked {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: { model: string; stream: boolean; max_tokens: number; messages: { role: string; content: string }[] };
}

type Answering = (asked: Asked, response: http.ServerResponse) => void;

const event = (text: string, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ delta: { content: text }, finish_reason }] })}\n\n`;

export const begin = (response: http.ServerResponse): http.ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });
export const part = (response: http.ServerResponse, text: string) => void response.write(event(text));
export const finish = (response: http.ServerResponse, reason = 'stop') =>
  void response.end(`${event('', reason)}data: [DONE]\n\n`);

/** Answers in parts of one character. */
export const says =
  (text: string | ((asked: Asked) => string)): Answering =>
  (asked, response) => {
    begin(response);
    for (const char of typeof text === 'string' ? text : text(asked)) part(response, char);
    finish(response);
  };

/** A server with the API of a language model, which answers as a test says. */
export async function startModel() {
  const asked: Asked[] = [];
  let answering: Answering = says('好的');
  let closed = 0;
  const open = new Set<http.ServerResponse>();
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      closed++;
    });
    request
      .on('data', (bytes: Buffer) => parts.push(bytes))
      .on('end', () => {
        const one: Asked = {
          path: request.url ?? '',
          headers: request.headers,
          body: JSON.parse(Buffer.concat(parts).toString()) as Asked['body'],
        };
        asked.push(one);
        answering(one, response);
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    /** Answers that have ended, by either side. */
    closed: () => closed,
    answers(next: Answering) {
      answering = next;
    },
    /** What was sent last, as one text. */
    sent: () =>
      asked
        .at(-1)
        ?.body.messages.map(({ content }) => content)
        .join('\n') ?? '',
    close: async () => {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
