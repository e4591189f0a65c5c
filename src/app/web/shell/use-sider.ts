import { useState } from 'react';
import { persistentStorage, slot } from '../../../platform/state/web/storage.ts';

const collapsedSlot = slot(persistentStorage, 'xinyu.sider', (value): value is boolean => typeof value === 'boolean');

/** Between these widths the menu is folded unless the person opened it. */
const NARROW = '(max-width: 1099.98px)';

/** Whether the main menu is folded; remembered on this device. */
export function useSider(): { collapsed: boolean; toggle: () => void } {
  const [collapsed, setCollapsed] = useState(() => collapsedSlot.get() ?? window.matchMedia(NARROW).matches);
  return {
    collapsed,
    toggle() {
      collapsedSlot.set(!collapsed);
      setCollapsed(!collapsed);
    },
  };
}
