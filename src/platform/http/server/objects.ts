import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { invalidWithMessage } from '../../errors/invalid.ts';
import { PICTURE_SIZES, pictureSizeOf, SIZE_PARAMETER } from '../../media/picture-sizes.ts';
import { playedFile } from '../../media/server/play.ts';
import { OBJECTS_PATH } from '../../objects/objects-path.ts';
import type { EmbeddedStore } from '../../objects/server/embedded.ts';
import { PolicyRefusal } from '../../objects/server/post-policy.ts';
import { fileHeaders } from './answer.ts';
import { API_HEADERS } from './headers.ts';
import { rangeOf } from './range.ts';

/** A form has a few short fields before its file. */
const FIELDS = { fields: 20, fieldNameSize: 100, fieldSize: 8192, files: 1, parts: 21, headerPairs: 20 };
/** An upload without data for this long is aborted. */
const IDLE_MS = 30_000;

const refusal = (error: unknown): unknown =>
  error instanceof PolicyRefusal
    ? new AppError(error.tooLarge ? 'PSY_BODY_TOO_LARGE' : 'AC_FORBIDDEN', {
        message: error.tooLarge ? '文件大小超过了限制' : '上传凭证无效或已过期，请重新上传',
        cause: error,
      })
    : error;

/**
 * Reads the form and streams its file to the store. Fields after the file are ignored, as other services do. Without a
 * content type field the type of the file part is used.
 *
 * @returns The status that the form requests for its answer
 */
function takeForm({ raw, headers }: FastifyRequest, store: EmbeddedStore): Promise<number> {
  return new Promise((resolve, reject) => {
    const { 'content-type': type = '' } = headers;
    if (!/^multipart\/form-data\s*;/i.test(type)) {
      reject(new AppError('PSY_UNSUPPORTED_MEDIA_TYPE'));
      return;
    }
    const form = new Busboy({ headers: { ...headers, 'content-type': type }, limits: FIELDS });
    const fields = new Map<string, string>();
    let taking: Promise<void> | undefined;
    const end = (error?: unknown) => {
      clearTimeout(idle);
      raw.unpipe(form);
      if (error === undefined) resolve(fields.get('success_action_status') === '200' ? 200 : 204);
      else reject(error as Error);
    };
    const gone = () => {
      form.destroy();
      end(new AppError('PSY_MALFORMED_BODY', { message: '上传中断了，请重试' }));
    };
    const idle = setTimeout(gone, IDLE_MS);
    raw
      .on('data', () => idle.refresh())
      .on('close', () => {
        if (!raw.complete) gone();
      });
    form.on('field', (name, value, nameCut, valueCut) => {
      const key = name.toLowerCase();
      if (nameCut || valueCut || fields.has(key)) end(new AppError('PSY_MALFORMED_BODY'));
      else if (!taking) fields.set(key, value);
    });
    form.on('file', (name, file, _fileName, _encoding, mime) => {
      file.on('error', () => undefined);
      if (!fields.has('content-type')) fields.set('content-type', mime);
      try {
        if (name.toLowerCase() !== 'file' || taking)
          throw new PolicyRefusal('the file is called file, and there is one');
        const { key, ...grant } = store.validateForm(fields);
        taking = store.take(key, file, grant);
        taking.catch((error: unknown) => {
          file.resume();
          end(refusal(error));
        });
      } catch (error) {
        file.resume();
        end(refusal(error));
      }
    });
    form.on('error', (cause) => end(new AppError('PSY_MALFORMED_BODY', { cause })));
    form.on('finish', () => {
      if (taking)
        void taking.then(
          () => end(),
          () => undefined,
        );
      else end(new AppError('PSY_MALFORMED_BODY', { message: '表单里没有文件' }));
    });
    raw.pipe(form);
  });
}

/** Sends a file, or the requested range of it, which players use. Opened directly it is only downloaded. */
async function play(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  size: unknown,
): Promise<FastifyReply> {
  const wanted = typeof size === 'string' ? pictureSizeOf(size) : undefined;
  // Any other size would be a picture more to draw.
  if (size !== undefined && wanted === undefined)
    throw invalidWithMessage(`/${SIZE_PARAMETER}`, `图片的大小只能是 ${PICTURE_SIZES.join('、')}`);
  const { bytes, mime, name } = await playedFile(services, address, wanted);
  reply.headers(fileHeaders(name)).header('accept-ranges', 'bytes').type(mime);
  const range = rangeOf(request.headers.range, bytes.length);
  if (range === undefined) return reply.send(bytes);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${range.from}-${range.to}/${bytes.length}`)
    .send(bytes.subarray(range.from, range.to + 1));
}

/**
 * `POST /objects` accepts uploads by a signed form, where the embedded store is used; `GET /objects/…` plays files by
 * their short-lived addresses. Neither has a session signature: the form's policy and the encrypted address contain
 * what they allow.
 */
export function serveObjects(app: FastifyInstance, services: Services): void {
  const { objects } = services;
  if ('validateForm' in objects) {
    app.post(OBJECTS_PATH, { config: { beside: true } }, async (request, reply) => {
      // The client of a refused upload would continue to send.
      reply.headers(API_HEADERS).header('connection', 'close');
      return reply.code(await takeForm(request, objects)).send();
    });
  }
  app.get<{ Params: { address: string }; Querystring: Record<string, unknown> }>(
    `${OBJECTS_PATH}/:address`,
    { config: { beside: true } },
    (request, reply) => play(services, request, reply, request.params.address, request.query[SIZE_PARAMETER]),
  );
}
