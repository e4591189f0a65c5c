import { Drawer } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  footer: ReactNode;
  children: ReactNode;
}

/** A full-height sheet. */
export const PhoneSheet = ({ open, title, onClose, footer, children }: Props) => (
  <Drawer open={open} title={title} placement="bottom" height="100%" onClose={onClose} footer={footer} destroyOnHidden>
    {children}
  </Drawer>
);
