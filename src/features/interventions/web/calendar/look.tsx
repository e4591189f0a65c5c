import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { labelOf } from '../../../../platform/schema/labels.ts';
import type { Tone } from '../../../../platform/schema/types.ts';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import { CONSULTATION } from '../../rules/consultation.ts';

interface Look {
  name: 'booked' | 'done' | 'cancelled' | 'absent';
  tone: Exclude<Tone, 'done'>;
  icon: ReactNode;
}

const LOOKS: Readonly<Record<number, Look>> = {
  [CONSULTATION.booked]: { name: 'booked', tone: 'yellow', icon: <ClockCircleOutlined /> },
  [CONSULTATION.done]: { name: 'done', tone: 'grey', icon: <CheckCircleOutlined /> },
  [CONSULTATION.cancelled]: { name: 'cancelled', tone: 'grey', icon: <MinusCircleOutlined /> },
  [CONSULTATION.absent]: { name: 'absent', tone: 'red', icon: <CloseCircleOutlined /> },
};
const BOOKED: Look = { name: 'booked', tone: 'yellow', icon: <ClockCircleOutlined /> };

/** Sign and colour of a state of an appointment. */
export const lookOf = (status: number): Look => LOOKS[status] ?? BOOKED;

/** A state of an appointment with the sign that it has in the calendar. */
export function StateTag({ status }: { status: number }) {
  const { tone, icon } = lookOf(status);
  return (
    <Tag look={tone} icon={icon}>
      {labelOf('consultation_status', status)}
    </Tag>
  );
}
