import { useMutation } from '@tanstack/react-query';
import { Alert, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { readRosterBox, type RosterBox } from '../box-contract.ts';
import type { Part } from '../contract.ts';
import { PartRow } from './PartRow.tsx';
import { RosterOrigin } from './RosterOrigin.tsx';
import { RosterProblems } from './RosterProblems.tsx';
import styles from './roster.module.css';

interface Props {
  latest: NonNullable<RosterBox['latest']>;
  hasFile: boolean;
  onChanged: () => void;
}

/** What became of the file that was read last. */
export function BoxLatest({ latest: { state, read_at, file_name, problem, received }, hasFile, onChanged }: Props) {
  const { t } = useTranslation();
  const again = useMutation({
    mutationFn: (part: Part) => call(readRosterBox, { body: { part } }, { quiet: true }),
    onSuccess: onChanged,
  });
  const begin = useOnce((part: Part) => again.mutateAsync(part));
  return (
    <>
      <p className={styles.latest}>
        {t('roster.box.latest', { file: file_name, at: minuteOf(Date.parse(read_at)) })}
        <Tag>{t(`roster.box.state.${state}`)}</Tag>
      </p>
      {problem !== undefined && <Alert type="error" showIcon role="alert" message={problem} />}
      {received && <RosterOrigin received={received} />}
      {received && (
        <ul className={styles.parts}>
          {received.parts.map((one) => (
            <PartRow
              key={one.part}
              one={one}
              busy={again.isPending}
              onGo={hasFile && state !== 'writing' ? () => begin(one.part) : undefined}
            />
          ))}
        </ul>
      )}
      {again.error && <RosterProblems error={again.error} />}
    </>
  );
}
