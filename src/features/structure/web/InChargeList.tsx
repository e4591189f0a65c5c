import { Button, Collapse } from 'antd';
import { useTranslation } from 'react-i18next';
import { gradesIn, type ClassNode } from '../../classes/public.ts';
import { useClassesTree } from '../../classes/web/public.ts';
import type { DepartmentGrades } from '../../organisation/public.ts';
import type { InCharge } from '../contract.ts';
import type { Charge } from './ChargeDialog.tsx';
import styles from './structure.module.css';

interface LineProps {
  name: string;
  people: string[];
  charge: Charge;
  onAssign: ((charge: Charge) => void) | undefined;
}

/** A grade or class, its staff in charge, and the button that changes them. */
function Line({ name, people, charge, onAssign }: LineProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.charge}>
      <span>{name}</span>
      {people.length > 0 ? (
        <span>{people.join('、')}</span>
      ) : (
        <span className={styles.unassigned}>{t('structure.unassigned')}</span>
      )}
      {onAssign && (
        <Button
          type="link"
          size="small"
          aria-label={t('structure.assignOf', { name: charge.title })}
          onClick={() => onAssign(charge)}
        >
          {t('structure.assign')}
        </Button>
      )}
    </div>
  );
}

/** The classes of a grade in the tree of school, periods, grades and classes. */
const classesOf = (tree: readonly ClassNode[], gradeId: string): ClassNode[] =>
  gradesIn(tree).find(({ node_id }) => node_id === gradeId)?.next_level ?? [];

interface Props {
  grades: DepartmentGrades;
  inCharge: InCharge;
  onAssign: (charge: Charge) => void;
}

/** Grades with their heads, and in each its classes with their teachers. */
export function InChargeList({ grades, inCharge, onAssign }: Props) {
  const { t } = useTranslation();
  const { data: tree = [] } = useClassesTree();
  const names = new Map(inCharge.people.map(({ user_id, real_name }) => [user_id, real_name]));
  const namesOf = (ids: readonly { user_id: string }[]) => ids.flatMap(({ user_id }) => names.get(user_id) ?? []);
  const items = grades.items.flatMap(({ period_name, grades: list }) =>
    list.map(({ grade_id, grade_name }) => {
      const heads = namesOf(inCharge.grades.filter((each) => each.grade_id === grade_id));
      const classes = classesOf(tree, grade_id);
      return {
        key: grade_id,
        label: `${period_name} ${grade_name}`,
        extra: (
          <span className={heads.length > 0 ? undefined : styles.unassigned}>
            {heads.length > 0 ? heads.join('、') : t('structure.unassigned')}
          </span>
        ),
        children: (
          <>
            <Line
              name={t('structure.gradeHeads')}
              people={heads}
              charge={{ id: grade_id, title: t('structure.gradeHeadsOf', { name: grade_name }), kind: 'grades' }}
              onAssign={inCharge.may.grades ? onAssign : undefined}
            />
            {classes.map(({ node_id, node_name }) => (
              <Line
                key={node_id}
                name={node_name}
                people={namesOf(inCharge.classes.filter((each) => each.class_id === node_id))}
                onAssign={inCharge.may.classes ? onAssign : undefined}
                charge={{ id: node_id, title: t('structure.classTeachersOf', { name: node_name }), kind: 'classes' }}
              />
            ))}
            {classes.length === 0 && <p className={styles.help}>{t('structure.noClasses')}</p>}
          </>
        ),
      };
    }),
  );
  return <Collapse items={items} defaultActiveKey={items.slice(0, 1).map(({ key }) => key)} />;
}
