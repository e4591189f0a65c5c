import type { ComponentType, ReactNode } from 'react';
import type { Entity } from '../../resources/contract/entity.ts';
import type { ResourceAct } from '../../schema/types.ts';

export interface DialogProps {
  entity: Entity;
  open: boolean;
  onClose: () => void;
}

/** A way of adding rows that a resource's own page brings along; shown to those who may do its act. */
export interface Extra {
  act: ResourceAct;
  label: string;
  icon: ReactNode;
  Dialog: ComponentType<DialogProps>;
}
