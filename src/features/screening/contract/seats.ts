import * as Type from 'typebox/type';
import { Done, idParam, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { CHOICE_LENGTH } from '../rules/talk-choice.ts';
import { ANSWERS_MAX, DeviceId } from './sheets.ts';

const answering = (act: 'open' | 'write') => ({ auth: 'org', area: 'screening/answer', act }) as const;

/** Sent by the page at fixed intervals. The same for everybody; it carries a count and never an answer. */
export const seatContact = endpoint({
  name: 'screening.seat-contact',
  method: 'POST',
  path: '/v1/portal/child_exams/:id/contact',
  summary: '设备报到：还有几个答案没有送出，不含答案',
  access: answering('write'),
  limited: { row: 'id' },
  passive: true,
  params: idParam('id'),
  bodyLimit: 1024,
  body: Type.Object(
    { device_id: DeviceId, unsent: Type.Integer({ minimum: 0, maximum: ANSWERS_MAX }) },
    { additionalProperties: false },
  ),
  response: Done,
});

/** The options of the closing question: no talk, a talk with any counsellor, or with one of those in charge. */
export const talkChoices = endpoint({
  name: 'screening.talk-choices',
  method: 'GET',
  path: '/v1/portal/child_exams/:id/talk',
  summary: '最后一问的选项：想不想谈，想和谁谈',
  access: answering('open'),
  limited: { row: 'id' },
  params: idParam('id'),
  response: Type.Object({
    people: Type.Array(Type.Object({ choice: Type.String(), real_name: Type.String() })),
  }),
});

/** Every student sends it, also those who want no talk: request and answer have the same length whatever is chosen. */
export const chooseTalk = endpoint({
  name: 'screening.choose-talk',
  method: 'POST',
  path: '/v1/portal/child_exams/:id/talk',
  summary: '最后一问：想不想谈，想和谁谈',
  access: answering('write'),
  limited: { row: 'id' },
  params: idParam('id'),
  bodyLimit: 1024,
  body: Type.Object({ choice: Text(CHOICE_LENGTH, CHOICE_LENGTH) }, { additionalProperties: false }),
  response: Done,
});

/** Largest rescue file in characters: all answers of the longest sheet. */
export const RESCUE_MAX = 900_000;
const RescueFile = Type.Object({ file: Text(RESCUE_MAX, 1) }, { additionalProperties: false });
const restored = {
  restored: Type.Integer({ description: '生效的答案' }),
  superseded: Type.Integer({ description: '已保存，但之后在别处改答过的答案' }),
  late: Type.Integer({ description: '测评结束之后填的，不保存' }),
};
export type Restored = Type.Static<typeof Restored>;
const Restored = Type.Object(restored);

/** The student's own file, on whichever device the sheet is open now. */
export const restoreOwn = endpoint({
  name: 'screening.restore-own',
  method: 'POST',
  path: '/v1/portal/child_exams/:id/rescue',
  summary: '放回存成文件的、没有送出的答案',
  access: answering('write'),
  limited: { row: 'id' },
  params: idParam('id'),
  bodyLimit: 1_048_576,
  body: RescueFile,
  response: Restored,
});

/** A teacher restores the file of any seat of the room, and learns how many answers it held. */
export const restoreInRoom = endpoint({
  name: 'screening.restore-in-room',
  method: 'POST',
  path: '/v1/portal/exams/:id/rescue',
  summary: '机房：替学生放回存成文件的答案，不显示答案',
  access: { auth: 'org', area: 'screening/room', act: 'create' },
  params: idParam('id'),
  bodyLimit: 1_048_576,
  body: RescueFile,
  response: Type.Object({ ...restored, child_id: Type.String(), child_name: Type.String() }),
});
