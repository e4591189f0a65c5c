import * as Type from 'typebox/type';
import { Done, Instant } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { UPLOAD_MAX } from '../../platform/imports/contract.ts';
import { AREA, PartName, Received } from './contract.ts';

/** Not of systems: a person answers for what is read and written automatically. */
const BOX = 'org-manage/roster/box';
const path = '/v1/portal/roster/box';

/** What became of the file that was read last. */
const State = Type.Union([
  Type.Literal('reading'),
  Type.Literal('ready', { description: '已预览，等待写入' }),
  Type.Literal('writing'),
  Type.Literal('written'),
  Type.Literal('failed'),
]);
export type BoxState = Type.Static<typeof State>;

const RosterBox = Type.Object({
  hour: Type.Optional(Type.Integer({ description: '每天几点读取；没有设置时没有' })),
  writes: Type.Boolean({ description: '读取以后自动写入' }),
  set_by: Type.Optional(Type.String({ description: '设置的人：以这个人的权限读取' })),
  due_at: Type.Optional(Instant),
  file: Type.Optional(
    Type.Object({ file_name: Type.String(), put_at: Instant, put_by: Type.String(), is_read: Type.Boolean() }),
  ),
  latest: Type.Optional(
    Type.Object({
      state: State,
      read_at: Instant,
      file_name: Type.String(),
      problem: Type.Optional(Type.String()),
      received: Type.Optional(Received),
    }),
  ),
});
export type RosterBox = Type.Static<typeof RosterBox>;

export const rosterBox = endpoint({
  name: 'roster.box',
  method: 'GET',
  path,
  summary: '定时读取名册：设置、放入的文件和最近一次读取的结果',
  access: { auth: 'org', area: BOX, act: 'open' },
  response: RosterBox,
});

/** The person who sets it answers for it: the file is read and written with the rights of this person at that time. */
export const setRosterBox = endpoint({
  name: 'roster.set-box',
  method: 'PUT',
  path,
  summary: '设置每天几点读取放入的名册，以及读取以后是否自动写入；不设时刻则不再读取，放入的文件随即删除',
  access: { auth: 'org', area: BOX, act: 'update' },
  verified: true,
  body: Type.Object(
    { hour: Type.Union([Type.Integer({ minimum: 0, maximum: 23 }), Type.Null()]), writes: Type.Boolean() },
    { additionalProperties: false },
  ),
  bodyLimit: 256,
  response: RosterBox,
});

/** For systems and people. A file that cannot be read is refused here, with what is wrong. */
export const putRosterFile = endpoint({
  name: 'roster.put-file',
  method: 'POST',
  path: `${path}/file`,
  summary: '放入名册（OneRoster 1.2，CSV 的 ZIP），到设置的时刻读取；后放入的代替先放入的',
  access: { auth: 'org', area: AREA, act: 'import' },
  query: Type.Object({ file_name: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
  upload: UPLOAD_MAX,
  response: Type.Object({ put_at: Instant, due_at: Instant }),
});

/** Reads the file that lies there at once, for a person; `part` begins one part again. */
export const readRosterBox = endpoint({
  name: 'roster.read-box',
  method: 'POST',
  path: `${path}/read`,
  summary: '立即读取放入的名册并预览；班级写入以后，再用它预览学生',
  access: { auth: 'org', area: BOX, act: 'update' },
  body: Type.Object({ part: Type.Optional(PartName) }, { additionalProperties: false }),
  bodyLimit: 256,
  response: Done,
});
