import type { ComponentType, ReactNode } from 'react';
import type { Entity } from '../../resources/contract/entity.ts';
import type { ResourceAct } from '../../schema/resource-meta.ts';

export interface DialogProps {
  entity: Entity;
  open: boolean;
  onClose: () => void;
}

/** An act of a resource's page that adds rows; shown if the role may do it. */
export interface Extra {
  act: ResourceAct;
  label: string;
  icon: ReactNode;
  Dialog: ComponentType<DialogProps>;
}
