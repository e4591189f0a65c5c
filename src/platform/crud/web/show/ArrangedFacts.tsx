import { Tabs } from 'antd';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { arrange, isTitled, type Tab } from '../../../schema/arrange.ts';
import { FactList, shownFacts } from './Facts.tsx';
import styles from './show.module.css';

interface Props {
  entity: Entity;
  row: Row;
}

/** The fields of a row in the tabs, groups and columns of the layout; a tab without values is left out. */
export function ArrangedFacts({ entity, row }: Props) {
  const tabs = arrange(entity.schema, shownFacts(entity.schema, row));
  const sections = (tab: Pick<Tab, 'title' | 'sections'>) =>
    tab.sections.map((section) => (
      <section key={section.title} className={styles.section} aria-label={section.title || undefined}>
        {section.title !== '' && isTitled(tab, section) && <h3>{section.title}</h3>}
        <FactList entity={entity} row={row} names={section.fields} columns={section.columns} />
      </section>
    ));
  const [only] = tabs;
  if (!only) return null;
  if (tabs.length === 1) return sections({ ...only, title: '' });
  return (
    <Tabs animated={false} items={tabs.map((tab) => ({ key: tab.key, label: tab.title, children: sections(tab) }))} />
  );
}
