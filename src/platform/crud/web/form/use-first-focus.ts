import { useEffect, useState } from 'react';
import { useMobile } from '../../../ui/web/use-mobile.ts';

/** Focuses the first field when a form opens; not on phones, where the keyboard would cover the form. */
export function useFirstFocus(fieldId: string): void {
  const mobile = useMobile();
  const [start] = useState(mobile ? '' : fieldId);
  useEffect(() => {
    // After the dialog has stored which element gets the focus back.
    const timer = setTimeout(() => document.getElementById(start)?.focus());
    return () => clearTimeout(timer);
  }, [start]);
}
