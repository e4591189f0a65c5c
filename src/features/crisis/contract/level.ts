import * as Type from 'typebox/type';
import { Text } from '../../../platform/contract/common.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { FileIds } from '../../../platform/media/contract/media.ts';

export const Level = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
  description: 'crisis_level：1 最紧急',
});
/** Limits of the reason editor (`spec §5`, attachments). */
export const reasonFields = {
  file_ids: Type.Optional(FileIds),
  reason: Type.Optional(Type.Union([Text(NOTE_MAX), Type.Null()])),
};
