import { CheckCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HomeFigure } from '../contract.ts';
import styles from './figures.module.css';

/** A number of a card: its words, and the page of its list. */
export interface FigureLook {
  key: string;
  label: string;
  /** Absent where the reader has no page of the list. */
  to?: string;
  /** Stands out when it is not zero. */
  urgent?: boolean;
  /** Beside the words. */
  icon?: ReactNode;
}

interface Props {
  figures: readonly HomeFigure[];
  looks: readonly FigureLook[];
  /** Says what it means that every number is zero. */
  empty?: string;
}

/** Words for a reader who has nothing to do here. */
export const NothingHere = ({ children }: { children: ReactNode }) => (
  <p className={styles.nothing}>
    <CheckCircleOutlined aria-hidden />
    {children}
  </p>
);

/** Numbers that each open their list, filtered to the rows that they count. */
export function Figures({ figures, looks, empty }: Props) {
  const found = new Map(figures.map((figure) => [figure.key, figure]));
  if (empty !== undefined && figures.every(({ n }) => n === 0)) return <NothingHere>{empty}</NothingHere>;
  return (
    <ul className={styles.figures}>
      {looks.map(({ key, label, to, urgent = false, icon }) => {
        const figure = found.get(key);
        if (figure === undefined) return null;
        const { n, query } = figure;
        const content = (
          <>
            <span className={styles.number}>{n ?? '—'}</span>
            <span className={styles.label}>
              {icon}
              {label}
            </span>
          </>
        );
        const look = { className: styles.figure, 'data-urgent': urgent && n !== 0 };
        return (
          <li key={key}>
            {to === undefined ? (
              <div {...look}>{content}</div>
            ) : (
              <Link {...look} to={query === undefined || query === '' ? to : `${to}?${query}`}>
                {content}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
