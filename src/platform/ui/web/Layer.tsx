import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './Layer.module.css';

/** Stay visible above a layer: the watermark, and short messages. */
const ABOVE = '[data-watermark], .ant-message';

/** Hides an element and everything in it, also from keyboards and screen readers. @returns A function that shows it */
function cover(element: HTMLElement): () => void {
  const { inert } = element;
  const before = element.getAttribute('style');
  element.inert = true;
  element.style.setProperty('visibility', 'hidden', 'important');
  // A descendant may be visible by a style of its own.
  element.style.setProperty('opacity', '0', 'important');
  return () => {
    element.inert = inert;
    if (before === null) element.removeAttribute('style');
    else element.setAttribute('style', before);
  };
}

/**
 * Shows its children instead of the whole window. The page and its dialogs stay mounted with their input, and cannot be
 * read or used meanwhile.
 */
export function Layer({ label, children }: { label: string; children: ReactNode }) {
  const [host] = useState(() => document.createElement('div'));
  const [focused] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const covered = new Map<Element, () => void>();
    const coverAll = () => {
      for (const element of document.body.children)
        if (element instanceof HTMLElement && element !== host && !covered.has(element) && !element.matches(ABOVE))
          covered.set(element, cover(element));
    };
    document.body.append(host);
    coverAll();
    // A dialog may open while the layer is shown.
    const observer = new MutationObserver(coverAll);
    observer.observe(document.body, { childList: true });
    return () => {
      observer.disconnect();
      for (const show of covered.values()) show();
      host.remove();
    };
  }, [host]);
  useEffect(
    () => () => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    },
    [focused],
  );
  return createPortal(
    <div className={styles.layer} role="dialog" aria-modal aria-label={label}>
      {children}
    </div>,
    host,
  );
}
