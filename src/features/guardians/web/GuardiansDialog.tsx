import { useCreate, useOne } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { valueOf } from '../../../platform/crud/web/list/value-of.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { inner } from '../../../platform/refine/web/query-client.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { rowName } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import { childRelation, changeRelation, linkChild, unlinkChild } from '../contract/guardians.ts';
import { LinkForm } from './LinkForm.tsx';
import { Links } from './Links.tsx';
import { NewGuardian } from './NewGuardian.tsx';
import { guardians } from './texts.zh.ts';
import { LINKS_KEY, useLinkChange } from './use-link-change.ts';
import styles from './guardian.module.css';

provideTexts({ guardians });

const quiet = { quiet: true } as const;
/** Page of relations (`spec §9`); no child has more guardians than one page holds. */
const query = { page: 1, size: 20 };
type Source = 'new' | 'known';

/** The guardians of a student. New or existing guardians can be linked, relations changed, and links removed. */
export function GuardiansDialog({ entity: { name: resource, schema }, id: openId, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const id = useLast(openId) ?? '';
  const { result: row } = useOne<Row>({ resource, id, ...quietly, queryOptions: { enabled: openId !== undefined } });
  const { data, error, refetch } = useQuery({
    queryKey: [LINKS_KEY, 'guardians', id],
    queryFn: ({ signal }) => call(childRelation, { params: { id }, query }, { signal, ...quiet }),
    enabled: openId !== undefined,
    gcTime: 0,
  });
  const { change, busy, failure, reset } = useLinkChange();
  // `useLinkChange` reloads both lists.
  const { mutateAsync: create } = useCreate({ ...quietly, ...inner, invalidates: [] });
  const [source, setSource] = useState<Source>('new');
  const guardian = useEntity('guardian');
  const area = guardian?.schema['x-resource'].area ?? '';
  const mayUpdate = useMay(area, 'update');
  const mayCreate = useMay(area, 'create');
  const child = row ? rowName(schema, row) : '';
  const mobileOf = (guardianId: string, mobile: string | undefined) => {
    const field = guardian?.schema.properties['mobile'];
    return mobile !== undefined && field
      ? valueOf(field, mobile, { entity: 'guardian', id: guardianId, field: 'mobile' })
      : (mobile ?? t('guardians.noMobile'));
  };
  const close = () => {
    onClose();
    reset();
  };
  return (
    <Sheet open={openId !== undefined} title={t('guardians.guardiansOf', { name: child })} onClose={close}>
      {failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.failed}
          message={failure.details[0]?.message ?? failure.message}
        />
      )}
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : (
        <Links
          empty={t('guardians.noGuardians')}
          links={data.items.map(({ guardian_id, guardian_name, relation, mobile, is_register }) => ({
            id: guardian_id,
            name: guardian_name,
            relation,
            about: (
              <>
                {mobileOf(guardian_id, mobile)} · {t(is_register ? 'guardians.hasAccount' : 'guardians.noAccount')}
              </>
            ),
          }))}
          change={
            mayUpdate
              ? {
                  busy,
                  unlinkText: (name) => t('guardians.unlinkText', { guardian: name, child }),
                  relation: (guardianId, relation) =>
                    change({
                      doneText: t('crud.saved'),
                      run: () =>
                        call(changeRelation, { params: { id: guardianId, child_id: id }, body: { relation } }, quiet),
                    }),
                  unlink: (guardianId) =>
                    change({
                      doneText: t('guardians.unlinked'),
                      run: () => call(unlinkChild, { params: { id: guardianId, child_id: id } }, quiet),
                    }),
                }
              : undefined
          }
        />
      )}
      {guardian && data && mayCreate && (
        <section className={styles.add}>
          <h3>{t('guardians.addGuardian')}</h3>
          <Segmented<Source>
            className={styles.way}
            value={source}
            onChange={(next) => {
              setSource(next);
              reset();
            }}
            options={[
              { value: 'new', label: t('guardians.newOne') },
              { value: 'known', label: t('guardians.knownOne') },
            ]}
          />
          {source === 'new' ? (
            <NewGuardian
              fields={guardian.schema.properties}
              busy={busy}
              onAdd={(values, clear) =>
                change({
                  doneText: t('guardians.added'),
                  clear,
                  run: () => create({ resource: guardian.name, values: { ...values, child_id: id } }),
                })
              }
            />
          ) : (
            <LinkForm
              entity="guardian"
              label={t('guardians.findGuardian')}
              busy={busy}
              onLink={(guardianId, relation, clear) =>
                change({
                  doneText: t('guardians.linked'),
                  clear,
                  run: () => call(linkChild, { params: { id: guardianId }, body: { child_id: id, relation } }, quiet),
                })
              }
            />
          )}
        </section>
      )}
    </Sheet>
  );
}
