import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Checkbox, Pagination, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { decideProposals, rosterProposals, type Proposal } from '../contract.ts';
import styles from './roster.module.css';

export const PROPOSALS_KEY = ['roster', 'proposals'];
const SIZE = 50;
/** A missing class is shown; it is not deleted from here. */
const mayFollow = ({ kind }: Proposal) => kind !== 'class_left';

/** What differs from the latest roster: a person follows it or keeps things as they are. */
export function ProposalsCard() {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const found = useQuery({
    queryKey: [...PROPOSALS_KEY, page],
    queryFn: ({ signal }) => call(rosterProposals, { query: { page, size: SIZE } }, { signal, quiet: true }),
    refetchOnMount: 'always',
  });
  const items = found.data?.items ?? [];
  const marked = items.filter(({ proposal_id }) => chosen.includes(proposal_id));
  const ids = marked.map(({ proposal_id }) => proposal_id);
  const decision = useMutation({
    mutationFn: (one: 'follow' | 'keep') => call(decideProposals, { body: { ids, decision: one } }),
    onSuccess: (_, one) => {
      void message.success(
        t(one === 'follow' ? 'roster.proposals.followed' : 'roster.proposals.kept', { count: ids.length }),
      );
      setChosen([]);
      setPage(1);
    },
    onSettled: () => client.invalidateQueries({ queryKey: PROPOSALS_KEY }),
  });
  const follow = () =>
    modal.confirm({
      title: t('roster.proposals.followTitle', { count: ids.length }),
      content: t('roster.proposals.followText'),
      okText: t('roster.proposals.follow'),
      onOk: () => decision.mutateAsync('follow').catch(() => undefined),
    });
  return (
    <section className={styles.card} aria-labelledby="roster-proposals">
      <h2 id="roster-proposals" className={styles.title}>
        {t('roster.proposals.title')}
      </h2>
      <p className={styles.text}>{t('roster.proposals.text')}</p>
      {found.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {found.data === undefined && found.isError && (
        <FailedState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.total === 0 && <p>{t('roster.proposals.none')}</p>}
      {items.length > 0 && (
        <>
          <div className={styles.acts}>
            <Checkbox
              checked={marked.length === items.length}
              indeterminate={marked.length > 0 && marked.length < items.length}
              onChange={({ target }) => setChosen(target.checked ? items.map(({ proposal_id }) => proposal_id) : [])}
            >
              {t('roster.proposals.all')}
            </Checkbox>
            <span className={styles.text}>{t('roster.proposals.chosen', { count: marked.length })}</span>
            <Button
              type="primary"
              disabled={marked.length === 0 || !marked.every(mayFollow)}
              loading={decision.isPending}
              title={t('roster.proposals.followHelp')}
              onClick={follow}
            >
              {t('roster.proposals.follow')}
            </Button>
            <Button disabled={marked.length === 0 || decision.isPending} onClick={() => decision.mutate('keep')}>
              {t('roster.proposals.keep')}
            </Button>
          </div>
          <ul className={styles.proposals}>
            {items.map((one) => (
              <ProposalRow
                key={one.proposal_id}
                one={one}
                checked={chosen.includes(one.proposal_id)}
                onCheck={(checked) =>
                  setChosen(checked ? [...ids, one.proposal_id] : ids.filter((id) => id !== one.proposal_id))
                }
              />
            ))}
          </ul>
          {(found.data?.total ?? 0) > SIZE && (
            <Pagination
              size="small"
              current={page}
              pageSize={SIZE}
              total={found.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(next) => {
                setChosen([]);
                setPage(next);
              }}
            />
          )}
        </>
      )}
    </section>
  );
}

function ProposalRow({
  one,
  checked,
  onCheck,
}: {
  one: Proposal;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}) {
  const { t } = useTranslation();
  const from = one.from ?? t('roster.proposals.noClass');
  return (
    <li className={styles.proposal}>
      <Checkbox checked={checked} onChange={({ target }) => onCheck(target.checked)}>
        <span className={styles.name}>{one.name}</span>
      </Checkbox>
      {one.student_no !== undefined && <span className={styles.text}>{one.student_no}</span>}
      {one.to !== undefined && <span>{t('roster.proposals.moved', { from, to: one.to })}</span>}
      {one.to === undefined && one.from !== undefined && <span className={styles.text}>{one.from}</span>}
      <Tag className={styles.end ?? ''}>{labelOf('roster_proposal', one.kind)}</Tag>
    </li>
  );
}
