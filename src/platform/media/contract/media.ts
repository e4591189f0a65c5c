import * as Type from 'typebox/type';
import { Id, Instant, Text, idParam } from '../../contract/common.ts';
import { endpoint } from '../../contract/endpoint.ts';
import { PICTURE_SIZES, SIZE_PARAMETER } from '../picture-sizes.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'media', act }) as const;
const MediaType = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(5)], {
  description: 'media_type：1 图片，2 音频，5 文档（只用于文件字段）',
});

/**
 * The upload address of a file and its signed form. The browser posts the file directly to the store; `finishUpload`
 * then accepts it.
 */
export const uploadToken = endpoint({
  name: 'media.token',
  method: 'GET',
  path: '/v1/portal/oss/actions/get_token',
  summary: '上传凭证：带签名策略的表单，文件直接发往对象存储',
  access: may('upload'),
  query: Type.Object({ type: MediaType, file_name: Text(255, 1) }, { additionalProperties: false }),
  response: Type.Object({
    host: Type.String({ description: '表单发往的地址；相对地址从门户自己的地址算起' }),
    access_id: Type.String(),
    policy: Type.String(),
    signature: Type.String(),
    file_name: Type.String({ description: '对象的键，也是表单的 key' }),
    fields: Type.Record(Type.String(), Type.String(), { description: '表单的全部字段，按此顺序，最后是 file' }),
    expires_at: Instant,
  }),
});
export type UploadToken = Type.Static<typeof uploadToken.response>;

/** Validates the uploaded file and keeps only its image or audio data. Idempotent. */
export const finishUpload = endpoint({
  name: 'media.finish',
  method: 'POST',
  path: '/v1/portal/oss/actions/finish_upload_callback',
  summary: '上传完成：检查内容并收下文件',
  access: may('upload'),
  bodyLimit: 4096,
  body: Type.Object(
    {
      file_mime: Text(100, 1),
      file_name: Text(255, 1),
      file_size: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: '字节' }),
      media_time_long: Type.Optional(
        Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000_000 }), Type.Null()], {
          description: '毫秒；以服务器量到的为准',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    file_id: Type.String(),
    file_name: Type.String(),
    file_name_old: Type.String({ description: '上传时的文件名' }),
    media_type: MediaType,
    file_size: Type.Integer(),
    media_time_long: Type.Optional(Type.Integer({ description: '毫秒' })),
  }),
});
export type TakenFile = Type.Static<typeof finishUpload.response>;

export const playUrl = endpoint({
  name: 'media.play',
  method: 'GET',
  path: '/v1/portal/media/:id/actions/get_play_url',
  summary: '附件的播放地址，几分钟内有效；id 是 file_id 或 media_info_id',
  access: may('open'),
  params: idParam('id'),
  response: Type.Object({
    play_url: Type.String({
      description: `图片可以加上 ${SIZE_PARAMETER}（${PICTURE_SIZES.join('、')}），得到长边不超过这个像素数的图`,
    }),
    expires_at: Instant,
  }),
});

/** A file that is attached to a record (`spec §3`, media attachment). */
export const Attachment = Type.Object({
  media_info_id: Type.String(),
  file_id: Type.String(),
  media_type: MediaType,
  media_name: Type.String(),
  media_for: Type.Integer({ description: 'media_for' }),
  file_size: Type.Integer(),
  media_time_long: Type.Optional(Type.Integer({ description: '毫秒' })),
  play_url: Type.String(),
  thumb_url: Type.Optional(Type.String({ description: '图片的缩略图，和 play_url 一样几分钟内有效' })),
});
export type Attachment = Type.Static<typeof Attachment>;

/** Files of one editor, in their order. */
export const FileIds = Type.Array(Id, { maxItems: 9, uniqueItems: true });
