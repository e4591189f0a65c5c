import { Suspense, useCallback, useState, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { RowLink as Declared, RowPanelProps } from '../../../feature/web/feature.ts';
import { fromFeatures } from '../../../feature/web/registry.ts';
import { useMayAll } from '../../../refine/web/use-may.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { lazyPage, type LazyPage } from '../../../ui/web/lazy-page.ts';

/** What a value of a row opens. */
export interface Target {
  to: string;
  Panel?: LazyPage<RowPanelProps>;
}

/** The pages that features open from values, with the questions whether the role may open them. */
const declared = fromFeatures((features) => {
  const links = new Map<string, Declared & { Panel?: LazyPage<RowPanelProps> }>(
    features
      .flatMap(({ rowLinks = {} }) => Object.entries(rowLinks))
      .map(([field, link]) => [field, link.panel ? { ...link, Panel: lazyPage(link.panel.load) } : link]),
  );
  return { links, questions: [...links.values()].map(({ area }) => [area, 'open'] as const) };
});

/**
 * Returns what a value of a row opens; undefined where there is nothing or the role may not open it.
 *
 * @param entity The entity of the list
 */
export function useRowLinks(entity: string): (field: string, row: Row) => Target | undefined {
  const { links, questions } = declared();
  const may = useMayAll(questions);
  return useCallback(
    (field, row) => {
      const link = links.get(field);
      const to = link && may(link.area, 'open') ? link.to(row) : undefined;
      if (link === undefined || to === undefined) return undefined;
      return link.Panel !== undefined && link.panel?.entity === entity ? { to, Panel: link.Panel } : { to };
    },
    [links, may, entity],
  );
}

/** With a modifier key a link opens elsewhere, as the browser does it. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

interface Props {
  target: Target | undefined;
  row: Row;
  children: ReactNode;
}

/** A value, as a link where it opens a page or a panel. */
export const RowLink = ({ target, row, children }: Props) => {
  if (target === undefined) return children;
  return target.Panel === undefined ? (
    <Link to={target.to}>{children}</Link>
  ) : (
    <PanelLink to={target.to} Panel={target.Panel} row={row}>
      {children}
    </PanelLink>
  );
};

function PanelLink({ to, Panel, row, children }: Required<Target> & Pick<Props, 'row' | 'children'>) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <Link
        to={to}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          setState('open');
        }}
      >
        {children}
      </Link>
      {state !== 'never' && (
        <Suspense>
          <Panel row={row} open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
