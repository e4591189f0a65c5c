import { Checkbox, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { isAtSchool, STUDY } from '../../students/public.ts';
import type { GroupMember } from '../contract.ts';
import styles from './group.module.css';

interface Props {
  members: readonly GroupMember[];
  total: number;
  page: number;
  size: number;
  onPage: (page: number) => void;
  /** Undefined where the role may only read. */
  chosen?: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  empty: string;
}

/** A page of a group's members with their classes; a student who is not enrolled gets a status tag. */
export function MemberList({ members, total, page, size, onPage, chosen, onChoose, empty }: Props) {
  const { t } = useTranslation();
  if (total === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />;
  const ids = members.map(({ child_id }) => child_id);
  const chosenOnPage = ids.filter((id) => chosen?.has(id)).length;
  return (
    <>
      {chosen && (
        <Checkbox
          className={styles.all}
          checked={chosenOnPage === ids.length}
          indeterminate={chosenOnPage > 0 && chosenOnPage < ids.length}
          onChange={({ target }) => onChoose(ids, target.checked)}
        >
          {t('groups.choosePage')}
        </Checkbox>
      )}
      <ul className={styles.members}>
        {members.map(({ child_id, child_name, student_no, class_name, study_status }) => {
          const description = (
            <span className={styles.who}>
              {child_name}
              <small>{[student_no, class_name ?? t('students.noClass')].join(' · ')}</small>
              {study_status !== STUDY.enrolled && (
                <StatusTag tone={isAtSchool(study_status) ? 'yellow' : 'grey'}>
                  {labelOf('study_status', study_status)}
                </StatusTag>
              )}
            </span>
          );
          return (
            <li key={child_id}>
              {chosen ? (
                <Checkbox
                  checked={chosen.has(child_id)}
                  onChange={({ target }) => onChoose([child_id], target.checked)}
                >
                  {description}
                </Checkbox>
              ) : (
                description
              )}
            </li>
          );
        })}
      </ul>
      {total > size && (
        <Pages className={styles.pages} size="small" current={page} pageSize={size} total={total} onChange={onPage} />
      )}
    </>
  );
}
