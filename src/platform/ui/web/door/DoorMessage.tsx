import type { ReactNode } from 'react';
import { DoorFrame } from './DoorFrame.tsx';
import { DoorAct, DoorLead } from './DoorTexts.tsx';

interface Props {
  title: string;
  text: string;
  /** Buttons for the next step. */
  acts: ReactNode;
}

/** A public page with a single message and the next step. */
export const DoorMessage = ({ title, text, acts }: Props) => (
  <DoorFrame title={title}>
    <DoorLead>{text}</DoorLead>
    <DoorAct>{acts}</DoorAct>
  </DoorFrame>
);
