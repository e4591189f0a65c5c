import { useQueryClient, type Query } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { fromFeatures } from '../../../platform/feature/web/registry.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import styles from './HomePage.module.css';

/** In milliseconds; a part that takes longer appears later than the others, and may move them. */
const WAIT_MS = 3000;

const parts = fromFeatures((features) =>
  features.flatMap(({ ownHome: load }) => (load === undefined ? [] : [lazyPage(load)])),
);

const isFirstRead = ({ state }: Query): boolean => state.status === 'pending' && state.fetchStatus === 'fetching';

/** Calls back once no part reads its data for the first time. It is the last of the parts, so their reads have begun. */
function AfterFirstReads({ onRead }: { onRead: () => void }) {
  const queries = useQueryClient();
  useEffect(() => {
    const look = () => {
      if (queries.isFetching({ predicate: isFirstRead }) === 0) onRead();
    };
    look();
    // Other events come while a component renders, which must not change this one.
    return queries.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') look();
    });
  }, [queries, onRead]);
  return null;
}

/** The parts of the home page of students and guardians. They appear together, so that none moves another. */
export function OwnParts({ waitMs = WAIT_MS }: { waitMs?: number }) {
  const [shown, setShown] = useState(false);
  const [show] = useState(() => () => setShown(true));
  useEffect(() => {
    const timer = setTimeout(show, waitMs);
    return () => clearTimeout(timer);
  }, [show, waitMs]);
  return (
    <>
      {!shown && <Skeleton active className={styles.waiting} />}
      <div hidden={!shown} className={styles.parts}>
        <Suspense>
          {parts().map((Part, i) => (
            <Part key={i} />
          ))}
          {!shown && <AfterFirstReads onRead={show} />}
        </Suspense>
      </div>
    </>
  );
}
