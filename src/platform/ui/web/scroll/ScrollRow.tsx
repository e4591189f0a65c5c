import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './scroll-row.module.css';

interface Ends {
  before: boolean;
  after: boolean;
}

/** Part of the visible width that one press scrolls by, so that the last seen entry stays in sight. */
const PAGE = 0.8;
/** Browsers round positions of zoomed pages. */
const NEARLY = 2;

/** Whether something of a scrolled row is hidden before and after what is seen. */
function useEnds(row: RefObject<HTMLElement | null>): Ends {
  const [ends, setEnds] = useState<Ends>({ before: false, after: false });
  useEffect(() => {
    const { current } = row;
    if (current === null) return undefined;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current;
      const next = { before: scrollLeft > NEARLY, after: scrollLeft + clientWidth < scrollWidth - NEARLY };
      setEnds((now) => (now.before === next.before && now.after === next.after ? now : next));
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(current);
    const entries = new MutationObserver(look);
    entries.observe(current, { childList: true, subtree: true, characterData: true });
    current.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      entries.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, [row]);
  return ends;
}

/**
 * A bar of tabs that scrolls sideways, with a button at each end behind which there is more (`spec §2`). With the
 * keyboard the focus scrolls the bar, so that the buttons are for pointers only.
 *
 * @param row The scrolled element among the children
 */
export function ScrollRow({ row, children }: { row: RefObject<HTMLElement | null>; children: ReactNode }) {
  const { t } = useTranslation();
  const { before, after } = useEnds(row);
  const scroll = (sign: 1 | -1) => {
    const { current } = row;
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    current?.scrollBy({ left: sign * PAGE * current.clientWidth, behavior });
  };
  const button = (at: 'before' | 'after', sign: 1 | -1, icon: ReactNode) => (
    <button
      type="button"
      tabIndex={-1}
      className={styles.button}
      data-at={at}
      aria-label={t(`common.scroll.${at}`)}
      onClick={() => scroll(sign)}
    >
      {icon}
    </button>
  );
  return (
    <div className={styles.row}>
      {before && button('before', -1, <LeftOutlined aria-hidden />)}
      {children}
      {after && button('after', 1, <RightOutlined aria-hidden />)}
    </div>
  );
}
