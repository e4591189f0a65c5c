import net from 'node:net';
import { Problem } from './say.mjs';

/**
 * Reports before any long work that the port cannot be used; the server checks again.
 *
 * @param {string} text The setting PORT
 * @param {string} host
 * @returns {Promise<number>}
 */
export async function requireFreePort(text, host) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Problem(`PORT=${text} 不是端口号（0–65535）。PORT is not a port number.`);
  const code = await new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (code === undefined) return port;
  if (code === 'EACCES')
    throw new Problem(
      `没有使用端口 ${port} 的权限：请换一个，例如 PORT=8201 npm start。No permission for port ${port}.`,
    );
  if (code === 'EADDRINUSE')
    throw new Problem(
      `端口 ${port} 已被占用：请先关闭占用它的程序，或换一个端口，例如 PORT=${port + 1} npm start。Port ${port} is already in use.`,
    );
  throw new Problem(`无法监听 ${host}:${port}（${code}）。Cannot listen there.`);
}
