import { useEffect, useState } from 'react';
import { useMobile } from '../../../ui/web/use-mobile.ts';

/**
 * Puts the cursor into a form's first field as it opens; not on phones, where the keyboard that jumps up would hide the
 * form.
 */
export function useFirstFocus(fieldId: string): void {
  const mobile = useMobile();
  const [start] = useState(mobile ? '' : fieldId);
  useEffect(() => {
    // After the dialog around it has noted where the focus goes back to.
    const timer = setTimeout(() => document.getElementById(start)?.focus());
    return () => clearTimeout(timer);
  }, [start]);
}
