import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ArchiveEvent } from '../../../platform/archive/contract.ts';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { recordPage } from '../../../platform/pages/web/pages.ts';
import { openVerification } from '../../crisis/web/public.ts';
import styles from './archive.module.css';

interface Props {
  of: Pick<ArchiveEvent, 'record' | 'path'>;
  /** Called when a warning may have been verified. */
  onDone: () => void;
  children: ReactNode;
}

/** A title that opens what it is about: the verification of a warning, the page of a record, or a page of the portal. */
export function RecordLink({ of: { record, path }, onDone, children }: Props) {
  const area = useEntity(record?.resource ?? '')?.schema['x-resource'].area;
  if (record?.resource === 'warn')
    return (
      <Button type="link" className={styles.open} onClick={() => openVerification(record.record_id, onDone)}>
        {children}
      </Button>
    );
  const page = record && recordPage(area);
  const to = page === undefined ? path : `${page}?show=${encodeURIComponent(record?.record_id ?? '')}`;
  return to === undefined ? <span className={styles.title}>{children}</span> : <Link to={to}>{children}</Link>;
}
