import * as Type from 'typebox/type';
import { Id, Instant, Text, listOf } from '../../contract/common.ts';
import { endpoint, type EndpointSpec } from '../../contract/endpoint.ts';
import type { ResourceSpec } from '../../resources/contract/resource.ts';
import { ATTACHMENTS_MAX, NOTE_MAX } from '../attachments.ts';

/** An attachment of a row (`spec §3`, media attachment): a file, or a text note. */
const RowMedia = Type.Object({
  media_info_id: Type.String(),
  media_type: Type.Integer({ description: 'media_type：1 图片，2 音频，4 文字' }),
  media_name: Type.String(),
  media_info: Type.String({ description: '文件的 file_id；文字就是内容本身' }),
  media_for: Type.Integer({ description: 'media_for' }),
  type: Type.Integer({ description: '1 文件，2 文字' }),
  play_url: Type.Optional(Type.String()),
  thumb_url: Type.Optional(Type.String({ description: '图片的缩略图' })),
  file_size: Type.Optional(Type.Integer()),
  media_time_long: Type.Optional(Type.Integer({ description: '毫秒' })),
  created_by_name: Type.Optional(Type.String()),
  created_at: Instant,
});
export type RowMedia = Type.Static<typeof RowMedia>;

const NewMedia = Type.Object(
  {
    media_type: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(4)], { description: 'media_type' }),
    media_info: Text(NOTE_MAX, 1),
    media_name: Type.Optional(Text(100)),
    media_for: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 9, description: 'media_for；不写就是这种记录通常的用途' }),
    ),
    type: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
  },
  { additionalProperties: false },
);
export type NewMedia = Type.Static<typeof NewMedia>;

/** A row before a change: the previous values of the changed fields, null where there was none. */
const Version = Type.Object({
  version_id: Type.String(),
  at: Instant,
  user_name: Type.String(),
  former: Type.Record(Type.String(), Type.Unknown()),
});
export type RowVersion = Type.Static<typeof Version>;

const oneId = Type.Object({ id: Id }, { additionalProperties: false });

/** The calls for attachments and previous versions of rows, where the schema declares them. */
export function rowEndpoints({ name, title, path, area }: Pick<ResourceSpec, 'name' | 'title' | 'path' | 'area'>) {
  const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;
  return {
    media: endpoint({
      name: `${name}.media`,
      method: 'GET',
      path: `${path}/:id/media_infos`,
      summary: `${title}的附件`,
      access: may('open'),
      params: oneId,
      response: listOf(RowMedia),
      logged: name,
    }),
    addMedia: endpoint({
      name: `${name}.add-media`,
      method: 'POST',
      path: `${path}/:id/media_infos`,
      summary: `给${title}加附件：文件或文字，总共不超过 ${ATTACHMENTS_MAX} 个`,
      access: may('update'),
      params: oneId,
      status: 201,
      bodyLimit: 65_536,
      body: Type.Object(
        { media_infos: Type.Array(NewMedia, { minItems: 1, maxItems: ATTACHMENTS_MAX }) },
        { additionalProperties: false },
      ),
      response: listOf(RowMedia),
    }),
    dropMedia: endpoint({
      name: `${name}.drop-media`,
      method: 'DELETE',
      path: `${path}/:id/media_infos/:media_info_id`,
      summary: `移除${title}的一个附件`,
      access: may('update'),
      params: Type.Object({ id: Id, media_info_id: Id }, { additionalProperties: false }),
      response: listOf(RowMedia),
    }),
    versions: endpoint({
      name: `${name}.versions`,
      method: 'GET',
      path: `${path}/:id/versions`,
      summary: `${title}每次修改以前的内容`,
      access: may('open'),
      params: oneId,
      response: listOf(Version),
      logged: name,
    }),
  } satisfies Record<string, EndpointSpec>;
}

/** Those of the calls that a resource has. */
export function rowCalls(spec: ResourceSpec): EndpointSpec[] {
  const { versions, ...media } = rowEndpoints(spec);
  return [...(spec.attachments ? Object.values(media) : []), ...(spec.versions ? [versions] : [])];
}
