import * as Type from 'typebox/type';
import { Instant, idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import type { Row } from '../../platform/resources/contract/resource.ts';
import { recordHead, WarnHead } from '../crisis/contract/crisis.ts';

const Archive = Type.Object({
  student: Type.Unsafe<Row>(Type.Record(Type.String(), Type.Unknown(), { description: '基本信息，按角色脱敏' })),
  crisis_level: Type.Optional(Type.Integer({ description: 'crisis_level：未结个案的' })),
  cases: Type.Optional(
    Type.Array(
      Type.Object({
        case_id: Type.String(),
        crisis_level: Type.Integer(),
        status: Type.Integer({ description: 'case_status' }),
        opened_at: Instant,
        closed_at: Type.Optional(Instant),
      }),
      { description: '没有这一项：角色看不到个案' },
    ),
  ),
  warns: Type.Optional(Type.Array(WarnHead, { description: '没有这一项：角色看不到预警' })),
  records: Type.Optional(
    Type.Array(
      Type.Object({
        record_id: Type.String(),
        at: Type.Optional(Type.String({ description: '时间或日期' })),
        created_by_name: Type.Optional(Type.String()),
        ...recordHead,
      }),
      { description: '最近的在前；没有这一项：角色看不到任何一类记录' },
    ),
  ),
});
export type Archive = Type.Static<typeof Archive>;

/**
 * What the school keeps of one student, each part as far as the role reads it where it stands; words are read there
 * too.
 */
export const studentArchive = endpoint({
  name: 'student.archive',
  method: 'GET',
  path: '/v1/portal/archives/students/:id',
  summary: '学生的心理健康档案：基本信息、个案、预警和干预记录',
  access: { auth: 'org', area: 'student/archive', act: 'open' },
  params: idParam('id'),
  response: Archive,
  logged: 'student',
});
