import { useState } from 'react';
import { persistentStorage, slot } from '../../../platform/state/web/storage.ts';

const collapsedSlot = slot(persistentStorage, 'xinyu.sider', (value): value is boolean => typeof value === 'boolean');

/** Below this width the menu is collapsed by default. */
const NARROW = '(max-width: 1099.98px)';

/** Whether the main menu is collapsed; stored on this device. */
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
