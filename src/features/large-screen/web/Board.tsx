import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { screenLook } from '../../../platform/charts/look.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { useSite } from '../../../platform/session/web/site.ts';
import { propertiesOf } from '../../../platform/theme/tokens.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { useSize } from '../../../platform/ui/web/use-size.ts';
import type { ScreenNumbers } from '../contract.ts';
import { InstitutionScreen } from './InstitutionScreen.tsx';
import { SchoolScreen } from './SchoolScreen.tsx';
import { useFullScreen } from './use-full-screen.ts';
import styles from './board.module.css';

/** The size for which the measures of the style sheet are written; everything grows and shrinks with the box. */
const DESIGN = { width: 1920, height: 1080 } as const;
/** Texts of charts, beside those of a page at a desk. */
const CHART_SCALE = 20 / 12;
/** Below this width the parts stand below each other, in the sizes of a page. */
export const NARROW = 900;

interface Props {
  numbers: ScreenNumbers;
  /** Whether the last request failed. */
  isAway: boolean;
  /** Whether it is the whole page, so that its title is that of the page. */
  isPage?: boolean;
}

/** The screen in a dark room, whatever the theme of the page around it. */
export function Board({ numbers, isAway, isPage = false }: Props) {
  const { t } = useTranslation();
  const { primary_color: primary, site_name } = useSite();
  const [ref, { width, height }] = useSize<HTMLDivElement>();
  const { isFull, canFill, toggle } = useFullScreen(ref);
  const dark = useMemo(() => Object.fromEntries(propertiesOf('dark', primary)), [primary]);
  const unit = width < NARROW ? 0 : Math.min(width / DESIGN.width, height / DESIGN.height);
  const scale = Math.max(1, Math.round(unit * CHART_SCALE * 20) / 20);
  const look = useMemo(() => screenLook('dark', primary, true, scale), [primary, scale]);
  const { org_name, org_type, as_of, smallest } = numbers;
  const at = dateText(as_of);
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles.outer} style={dark}>
      <div ref={ref} className={styles.board}>
        <div className={styles.stage}>
          <header className={styles.head}>
            <p className={styles.site}>{site_name}</p>
            <Title className={styles.title}>
              {org_name} · {t('largeScreen.title')}
            </Title>
            <p className={styles.asOf} role="status">
              {isAway ? t('largeScreen.away', { at }) : t('largeScreen.asOf', { at })}
            </p>
            {canFill && (
              <button
                type="button"
                className={styles.full}
                onClick={toggle}
                aria-label={t(isFull ? 'largeScreen.leaveFull' : 'largeScreen.full')}
              >
                {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
              </button>
            )}
          </header>
          {org_type === ORG_TYPE.school ? (
            <SchoolScreen numbers={numbers} look={look} />
          ) : (
            <InstitutionScreen numbers={numbers} look={look} />
          )}
          <footer className={styles.foot}>{t('largeScreen.rule', { n: smallest })}</footer>
        </div>
      </div>
    </div>
  );
}
