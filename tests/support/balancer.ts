import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Interval of the health checks. */
const CHECK_MS = 50;

interface Backend {
  readonly agent: http.Agent;
  isReady: boolean;
}

/**
 * A reverse proxy in front of several processes, as operators run one: it keeps connections open, passes `Host`
 * unchanged, asks `/readyz` and sends requests to ready processes in turn. It repeats a request only where no
 * connection was made, so what a stopping process drops is answered with 502.
 */
export class Balancer {
  readonly #backends = new Map<number, Backend>();
  readonly #server = http.createServer((request, response) => void this.#pass(request, response));
  readonly #checking: NodeJS.Timeout;
  #turn = 0;
  port = 0;

  private constructor() {
    this.#checking = setInterval(() => this.#checkAll(), CHECK_MS);
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    balancer.port = (balancer.#server.address() as AddressInfo).port;
    return balancer;
  }

  add(port: number): void {
    this.#backends.set(port, { agent: new http.Agent({ keepAlive: true }), isReady: false });
  }

  remove(port: number): void {
    this.#backends.get(port)?.agent.destroy();
    this.#backends.delete(port);
  }

  /** Ports of the processes that get requests. */
  get ready(): number[] {
    return [...this.#backends].flatMap(([port, { isReady }]) => (isReady ? [port] : []));
  }

  async close(): Promise<void> {
    clearInterval(this.#checking);
    for (const port of this.#backends.keys()) this.remove(port);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #checkAll(): void {
    for (const [port, backend] of this.#backends)
      http
        .get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (response) => {
          backend.isReady = response.resume().statusCode === 200;
        })
        .on('error', () => (backend.isReady = false));
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const ports = this.ready;
    const first = this.#turn++;
    const rest = ports.map((_, i) => ports[(first + i) % ports.length] ?? 0);
    this.#send(request, Buffer.concat(chunks), response, rest);
  }

  #send(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse, ports: readonly number[]): void {
    const [port, ...others] = ports;
    const agent = port === undefined ? undefined : this.#backends.get(port)?.agent;
    if (!agent) {
      response.writeHead(502).end('no process is ready');
      return;
    }
    const { method, url, headers } = request;
    http
      .request({ host: '127.0.0.1', port, method, path: url, headers, agent, setHost: false }, (answer) => {
        const { connection: _, 'keep-alive': __, ...passed } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, passed);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
        response.on('close', () => answer.destroy());
      })
      .on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') this.#send(request, body, response, others);
        else if (!response.headersSent) response.writeHead(502).end(error.message);
        else response.destroy();
      })
      .end(body);
  }
}
