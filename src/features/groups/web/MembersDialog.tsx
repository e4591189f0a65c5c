import { useInvalidate, useOne } from '@refinedev/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Popconfirm, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { rowName } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { failureOf, quietly } from '../../../platform/ui/web/failure.ts';
import { addGroupMembers, groupMembers, removeGroupMembers } from '../contract.ts';
import { AddMembers } from './AddMembers.tsx';
import { MemberList } from './MemberList.tsx';
import styles from './group.module.css';

const PAGE_SIZE = 20;
const WIDTH = 680;
const MEMBERS_KEY = 'group-members';
const quiet = { quiet: true } as const;
const NONE_CHOSEN: ReadonlySet<string> = new Set();

interface Result {
  total: number;
  skipped?: readonly { given: string; message: string }[];
}
interface Change {
  run: () => Promise<Result>;
  doneText: (total: number) => string;
}

/** The members of a group. Classes and students can be added, and chosen members removed. */
export function MembersDialog({ entity: { name: resource, schema }, id: openId, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const mayUpdate = useMay(schema['x-resource'].area, 'update');
  const { message } = App.useApp();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const id = useLast(openId) ?? '';
  const [page, setPage] = useState(1);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(NONE_CHOSEN);
  const { result: row } = useOne<Row>({ resource, id, ...quietly, queryOptions: { enabled: openId !== undefined } });
  const { data, error, refetch } = useQuery({
    queryKey: [MEMBERS_KEY, id, name, page],
    enabled: openId !== undefined,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        groupMembers,
        { params: { id }, query: { page, size: PAGE_SIZE, ...(name !== '' && { child_name: name }) } },
        { signal, ...quiet },
      ),
  });
  const changing = useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: ({ total, skipped = [] }, { doneText }) =>
      void (total === 0 && skipped.length > 0 ? undefined : message.success(doneText(total))),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [MEMBERS_KEY] }),
        invalidate({ resource, invalidates: ['list', 'many', 'detail'] }),
      ]),
  });
  const change = useOnce((next: Change) => changing.mutateAsync(next));
  const find = (text: string) => {
    setName(text.trim());
    setPage(1);
  };
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((each) => !ids.includes(each))));
  const close = () => {
    onClose();
    changing.reset();
    find('');
    setChosen(NONE_CHOSEN);
  };
  const skipped = changing.data?.skipped ?? [];
  const failure = changing.isError ? failureOf(changing.error) : undefined;
  return (
    <Sheet
      open={openId !== undefined}
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
      {mayUpdate && (
        <AddMembers
          busy={changing.isPending}
          onAdd={(body, clear) =>
            change({
              run: async () => {
                const added = await call(addGroupMembers, { params: { id }, body }, quiet);
                clear();
                return added;
              },
              doneText: (total) => t(total > 0 ? 'groups.added' : 'groups.noneAdded', { count: total }),
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
        {mayUpdate && chosen.size > 0 && (
          <Popconfirm
            title={t('groups.removeText', { count: chosen.size })}
            okText={t('groups.remove', { count: chosen.size })}
            okButtonProps={{ danger: true }}
            onConfirm={() =>
              change({
                run: async () => {
                  const removed = await call(
                    removeGroupMembers,
                    { params: { id }, body: { child_ids: [...chosen] } },
                    quiet,
                  );
                  setChosen(NONE_CHOSEN);
                  setPage(1);
                  return removed;
                },
                doneText: (total) => t('groups.removed', { count: total }),
              })
            }
          >
            <Button danger loading={changing.isPending}>
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
          size={PAGE_SIZE}
          onPage={setPage}
          chosen={mayUpdate ? chosen : undefined}
          onChoose={choose}
          empty={t(name === '' ? 'groups.empty' : 'groups.noneFound')}
        />
      )}
    </Sheet>
  );
}
