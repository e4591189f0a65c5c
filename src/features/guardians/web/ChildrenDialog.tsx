import { useOne } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { ENROLLED } from '../../../platform/identity/identity.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { rowName } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import { changeRelation, guardianChildren, linkChild, unlinkChild } from '../contract/guardians.ts';
import { LinkForm } from './LinkForm.tsx';
import { Links } from './Links.tsx';
import { LINKS_KEY, useLinkChange } from './use-link-change.ts';
import styles from './guardian.module.css';

const quiet = { quiet: true } as const;

/** The children of a guardian in the scope of the role. Children can be linked and unlinked, and relations changed. */
export function ChildrenDialog({ entity: { name: resource, schema }, id: openId, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const mayUpdate = useMay(schema['x-resource'].area, 'update');
  const id = useLast(openId) ?? '';
  const { result: row } = useOne<Row>({ resource, id, ...quietly, queryOptions: { enabled: openId !== undefined } });
  const { data, error, refetch } = useQuery({
    queryKey: [LINKS_KEY, 'children', id],
    queryFn: ({ signal }) => call(guardianChildren, { params: { id } }, { signal, ...quiet }),
    enabled: openId !== undefined,
    gcTime: 0,
  });
  const { change, busy, failure, reset } = useLinkChange();
  const guardian = row ? rowName(schema, row) : '';
  const close = () => {
    onClose();
    reset();
  };
  return (
    <Sheet open={openId !== undefined} title={t('guardians.childrenOf', { name: guardian })} onClose={close}>
      {failure && <Alert type="error" showIcon role="alert" className={styles.failed} message={failure.message} />}
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : (
        <Links
          empty={t('guardians.noChildren')}
          links={data.items.map(({ child_id, child_name, student_no, class_name, study_status, relation }) => ({
            id: child_id,
            name: child_name,
            relation,
            about: [
              student_no,
              class_name ?? t('students.noClass'),
              ...(study_status === ENROLLED ? [] : [labelOf('study_status', study_status)]),
            ].join(' · '),
          }))}
          change={
            mayUpdate
              ? {
                  busy,
                  unlinkText: (child) => t('guardians.unlinkText', { guardian, child }),
                  relation: (child_id, relation) =>
                    change({
                      doneText: t('crud.saved'),
                      run: () => call(changeRelation, { params: { id, child_id }, body: { relation } }, quiet),
                    }),
                  unlink: (child_id) =>
                    change({
                      doneText: t('guardians.unlinked'),
                      run: () => call(unlinkChild, { params: { id, child_id } }, quiet),
                    }),
                }
              : undefined
          }
        />
      )}
      {mayUpdate && data && (
        <section className={styles.add}>
          <h3>{t('guardians.addChild')}</h3>
          <LinkForm
            entity="student"
            label={t('guardians.findStudent')}
            busy={busy}
            onLink={(child_id, relation, clear) =>
              change({
                doneText: t('guardians.linked'),
                clear,
                run: () => call(linkChild, { params: { id }, body: { child_id, relation } }, quiet),
              })
            }
          />
        </section>
      )}
    </Sheet>
  );
}
