import { Button, Tour as AntdTour } from 'antd';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fromFeatures } from '../../../../platform/feature/web/registry.ts';
import type { TourStep } from '../../../../platform/feature/web/tour-step.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useStable } from '../../../../platform/ui/web/use-stable.ts';
import { helpCentre } from '../texts.zh.ts';
import styles from './tour.module.css';

provideTexts({ helpCentre });

const loaders = fromFeatures((features) => features.flatMap(({ tour }) => (tour === undefined ? [] : [tour])));

const isVisible = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.getClientRects().length > 0;

/** The first element of a selector that is on the screen. */
const elementOf = (at: string): HTMLElement | undefined => [...document.querySelectorAll(at)].find(isVisible);

/** The steps whose elements this person has on the screen. */
async function stepsHere(): Promise<TourStep[]> {
  const all = (await Promise.all(loaders().map((load) => load()))).flat();
  return all.filter(({ at }) => elementOf(at) !== undefined).toSorted((a, b) => a.order - b.order);
}

const countOf = (t: TFunction) => (current: number, count: number) => (
  <span className={styles.count}>{t('helpCentre.tour.step', { at: current + 1, count })}</span>
);

const actsOf = (t: TFunction, onEnd: () => void) => (buttons: ReactNode, at: { current: number; total: number }) => (
  <>
    {at.current < at.total - 1 && (
      <Button size="small" type="text" onClick={onEnd}>
        {t('helpCentre.tour.skip')}
      </Button>
    )}
    {buttons}
  </>
);

/** The steps, one after the other. The page behind them can be used; the arrow keys turn, Escape ends. */
export function TourSteps({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [steps, setSteps] = useState<readonly TourStep[]>([]);
  const [at, setAt] = useState(0);

  useEffect(() => {
    let gone = false;
    stepsHere().then(
      (found) => {
        if (!gone) setSteps(found);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  // Keyboards and screen readers begin here; who already works elsewhere is not taken away from there.
  useEffect(() => {
    const { activeElement: before } = document;
    if (steps.length === 0 || (before !== document.body && before?.id !== 'content')) return;
    box.current?.focus({ preventScroll: true });
    return () => document.getElementById('content')?.focus({ preventScroll: true });
  }, [steps]);

  const onKey = useStable((event: KeyboardEvent) => {
    if (event.key === 'Escape') return onEnd();
    if (box.current?.contains(document.activeElement) !== true) return;
    if (event.key === 'ArrowRight' && at < steps.length - 1) setAt(at + 1);
    if (event.key === 'ArrowLeft' && at > 0) setAt(at - 1);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
  if (steps.length === 0) return null;
  return (
    <div ref={box} role="dialog" aria-label={t('helpCentre.tour.name')} tabIndex={-1} className={styles.box}>
      <AntdTour
        open
        current={at}
        mask={false}
        rootClassName={styles.part ?? ''}
        closable={{ 'aria-label': t('helpCentre.tour.skip') }}
        getPopupContainer={() => box.current ?? document.body}
        onChange={setAt}
        onClose={onEnd}
        indicatorsRender={countOf(t)}
        actionsRender={actsOf(t, onEnd)}
        steps={steps.map(({ key, at: where }) => ({
          title: t(`tour.${key}.title`),
          className: styles.step ?? '',
          description: <span aria-live="polite">{t(`tour.${key}.text`)}</span>,
          target: () => elementOf(where) ?? document.body,
        }))}
      />
    </div>
  );
}
