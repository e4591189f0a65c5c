import { Drawer } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  /** Escape closes it. */
  keyboard: boolean;
  footer: ReactNode;
  children: ReactNode;
}

/** A full-height sheet. */
export const PhoneSheet = ({ open, title, onClose, keyboard, footer, children }: Props) => (
  <Drawer
    open={open}
    title={title}
    placement="bottom"
    height="100%"
    onClose={onClose}
    keyboard={keyboard}
    footer={footer}
    destroyOnHidden
  >
    {children}
  </Drawer>
);
