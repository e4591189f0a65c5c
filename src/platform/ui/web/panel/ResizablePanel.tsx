import { useId, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PANEL_MAX, PANEL_MIN, usePanelWidth } from './use-panel-width.ts';
import styles from './panel.module.css';

interface Props {
  /** Under which the width is stored. */
  name: string;
  label: string;
  /** Width in pixels until the user changes it. */
  initial: number;
  /** Edge that is dragged. */
  edge?: 'start' | 'end';
  className?: string | undefined;
  children: ReactNode;
}

/** A panel beside the content whose width people drag, by pointer, touch or keyboard; on narrow windows it is whole. */
export function ResizablePanel({ name, label, initial, edge = 'end', className = '', children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { width, separator } = usePanelWidth(name, initial, edge);
  return (
    // A group, because its content may be a region of its own.
    <div
      role="group"
      id={id}
      className={`${styles.panel} ${className}`}
      aria-label={label}
      style={{ '--panel': `${width}px` } as CSSProperties}
    >
      {children}
      <div
        role="separator"
        tabIndex={0}
        className={styles.separator}
        data-edge={edge}
        aria-orientation="vertical"
        aria-controls={id}
        aria-label={t('common.panelWidth', { label })}
        aria-valuenow={width}
        aria-valuemin={PANEL_MIN}
        aria-valuemax={PANEL_MAX}
        title={t('common.panelDrag')}
        {...separator}
      />
    </div>
  );
}
