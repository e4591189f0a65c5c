import { useInvalidate, useOne } from '@refinedev/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Popconfirm, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { failureOf, quietly } from '../../../platform/crud/web/failure.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { rowName } from '../../../platform/crud/web/use-entity.ts';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { addGroupMembers, groupMembers, removeGroupMembers } from '../contract.ts';
import { AddMembers } from './AddMembers.tsx';
import { MemberList } from './MemberList.tsx';
import styles from './group.module.css';

const SIZE = 20;
const WIDTH = 680;
const MEMBERS = 'group-members';
const quiet = { quiet: true } as const;
const NOBODY: ReadonlySet<string> = new Set();

interface Done {
  total: number;
  skipped?: readonly { given: string; message: string }[];
}
interface Work {
  run: () => Promise<Done>;
  done: (total: number) => string;
}

/** The members of a group: whole classes and single students come in, chosen ones go. */
export function MembersDialog({ entity: { name: resource, schema }, id: open, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const may = useMay(schema['x-resource'].area, 'update');
  const { message } = App.useApp();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const id = useLast(open) ?? '';
  const [page, setPage] = useState(1);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(NOBODY);
  const { result: row } = useOne<Row>({ resource, id, ...quietly, queryOptions: { enabled: open !== undefined } });
  const { data, error, refetch } = useQuery({
    queryKey: [MEMBERS, id, name, page],
    enabled: open !== undefined,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        groupMembers,
        { params: { id }, query: { page, size: SIZE, ...(name !== '' && { child_name: name }) } },
        { signal, ...quiet },
      ),
  });
  const work = useMutation({
    mutationFn: ({ run }: Work) => run(),
    onSuccess: ({ total, skipped = [] }, { done }) =>
      void (total === 0 && skipped.length > 0 ? undefined : message.success(done(total))),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [MEMBERS] }),
        invalidate({ resource, invalidates: ['list', 'many', 'detail'] }),
      ]),
  });
  const start = useOnce((one: Work) => work.mutateAsync(one));
  const find = (text: string) => {
    setName(text.trim());
    setPage(1);
  };
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((was) => new Set(on ? [...was, ...ids] : [...was].filter((one) => !ids.includes(one))));
  const close = () => {
    onClose();
    work.reset();
    find('');
    setChosen(NOBODY);
  };
  const skipped = work.data?.skipped ?? [];
  const failure = work.isError ? failureOf(work.error) : undefined;
  return (
    <Sheet
      open={open !== undefined}
      title={t('groups.membersOf', { name: row ? rowName(schema, row) : '' })}
      width={WIDTH}
      onClose={close}
    >
      {failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.failed}
          message={failure.details[0]?.message ?? failure.message}
        />
      )}
      {skipped.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className={styles.failed}
          message={t('groups.skipped', { count: skipped.length })}
          description={
            <ul className={styles.skipped}>
              {skipped.map(({ given, message: text }) => (
                <li key={given}>
                  {given}：{text}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {may && (
        <AddMembers
          busy={work.isPending}
          onAdd={(body, clear) =>
            start({
              run: async () => {
                const added = await call(addGroupMembers, { params: { id }, body }, quiet);
                clear();
                return added;
              },
              done: (total) => t(total > 0 ? 'groups.added' : 'groups.noneAdded', { count: total }),
            })
          }
        />
      )}
      <div className={styles.bar}>
        <Input.Search
          className={styles.search}
          allowClear
          enterButton={t('crud.query')}
          placeholder={t('groups.find')}
          aria-label={t('groups.find')}
          onSearch={find}
        />
        <span role="status">{data && t('groups.total', { count: data.total })}</span>
        {may && chosen.size > 0 && (
          <Popconfirm
            title={t('groups.removeText', { count: chosen.size })}
            okText={t('groups.remove', { count: chosen.size })}
            okButtonProps={{ danger: true }}
            onConfirm={() =>
              start({
                run: async () => {
                  const gone = await call(
                    removeGroupMembers,
                    { params: { id }, body: { child_ids: [...chosen] } },
                    quiet,
                  );
                  setChosen(NOBODY);
                  setPage(1);
                  return gone;
                },
                done: (total) => t('groups.removed', { count: total }),
              })
            }
          >
            <Button danger loading={work.isPending}>
              {t('groups.remove', { count: chosen.size })}
            </Button>
          </Popconfirm>
        )}
      </div>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <MemberList
          members={data.items}
          total={data.total}
          page={page}
          size={SIZE}
          onPage={setPage}
          chosen={may ? chosen : undefined}
          onChoose={choose}
          empty={t(name === '' ? 'groups.empty' : 'groups.noneFound')}
        />
      )}
    </Sheet>
  );
}
