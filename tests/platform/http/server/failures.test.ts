import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { AppError } from '../../../../src/platform/errors/app-error.ts';
import { sendBlob } from '../../../../src/platform/http/server/answer.ts';
import { errorHandler } from '../../../../src/platform/http/server/failures.ts';
import { createLog } from '../../../../src/platform/http/server/log.ts';
import { LogLines } from '../../../support/server.ts';

it('a file that fails before its first byte is answered as any failure, and the log has the cause', async () => {
  const log = new LogLines();
  const app = fastify();
  app.setErrorHandler(errorHandler(createLog('info', log)));
  const failing = () =>
    Readable.from({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new AppError('PSY_UNAVAILABLE', { cause: new Error('no connection') })),
      }),
    });
  app.get('/file', (_request, reply) =>
    sendBlob(reply, { contentType: 'text/csv; charset=utf-8', fileName: '学生.csv', size: 9, body: failing() }),
  );
  const answer = await app.inject('/file');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'PSY_UNAVAILABLE' });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(answer.headers).not.toHaveProperty('content-disposition');
  expect(log.text).toContain('no connection');
  await app.close();
});
