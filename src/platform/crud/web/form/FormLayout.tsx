import { ExclamationCircleFilled } from '@ant-design/icons';
import { toErrorList, type ObjectFieldTemplateProps, type RJSFSchema } from '@rjsf/utils';
import { Tabs } from 'antd';
import { use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../i18n/web/texts.ts';
import { isTitled, isWide, type Section, type Tab } from '../../../schema/arrange.ts';
import type { FieldSchema } from '../../../schema/types.ts';
import { formTabs } from '../texts/zh/form-tabs.ts';
import type { FormContext } from './form-context.ts';
import { OpenTab } from './open-tab.ts';
import styles from './form.module.css';

provideTexts({ formTabs });

type Contents = ReadonlyMap<string, ReactNode>;

/** The fields of a form by tab and group. Hidden fields have no place in it. */
export function ObjectFieldTemplate({
  properties,
  schema,
  errorSchema,
  registry,
}: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { isTabbed, arranged } = registry.formContext;
  const shown = properties.filter(({ hidden }) => !hidden);
  const contents: Contents = new Map(shown.map(({ name, content }) => [name, content]));
  const fields = schema.properties as unknown as Readonly<Record<string, FieldSchema>>;
  const tabs = arranged(shown.map(({ name }) => name));
  if (!isTabbed)
    return tabs.map((tab) => (
      <Sections key={tab.key} tab={{ ...tab, title: '' }} fields={fields} contents={contents} />
    ));
  const wrong = new Set(toErrorList(errorSchema).map(({ property = '' }) => property.split('.')[1]));
  return <TabsOfForm tabs={tabs} wrong={wrong} fields={fields} contents={contents} />;
}

interface PartProps {
  fields: Readonly<Record<string, FieldSchema>>;
  contents: Contents;
}

/** All tabs stay mounted, so that typed values and the state of inputs survive a change of the tab. */
function TabsOfForm({
  tabs,
  wrong,
  ...parts
}: PartProps & { tabs: readonly Tab[]; wrong: ReadonlySet<string | undefined> }) {
  const { t } = useTranslation();
  const { tab: open, onOpen } = use(OpenTab);
  const active = tabs.find(({ key }) => key === open) ?? tabs[0];
  const label = ({ title, sections }: Tab) => {
    const count = sections.flatMap((section) => section.fields.filter((name) => wrong.has(name))).length;
    if (count === 0) return title;
    return (
      <>
        {title}
        <span className={styles.wrong}>
          <ExclamationCircleFilled aria-hidden /> {t('formTabs.wrong', { count })}
        </span>
      </>
    );
  };
  return (
    <Tabs
      activeKey={active?.key ?? ''}
      onChange={onOpen}
      animated={false}
      aria-label={t('formTabs.label')}
      items={tabs.map((tab) => ({
        key: tab.key,
        label: label(tab),
        forceRender: true,
        children: <Sections tab={tab} {...parts} />,
      }))}
    />
  );
}

/** The groups of a tab. */
function Sections({ tab, ...parts }: PartProps & { tab: Tab }) {
  return tab.sections.map((section) => (
    <fieldset key={section.title} className={styles.group}>
      {isTitled(tab, section) && <legend className={styles.legend}>{section.title}</legend>}
      <Fields section={section} {...parts} />
    </fieldset>
  ));
}

const GRIDS = { 2: styles.two, 3: styles.three } as const;

function Fields({ section: { columns = 1, fields: names }, fields, contents }: PartProps & { section: Section }) {
  if (columns === 1) return names.map((name) => contents.get(name));
  return (
    <div className={GRIDS[columns]}>
      {names.map((name) => (
        <div key={name} className={isWide(fields[name]) ? styles.wide : undefined}>
          {contents.get(name)}
        </div>
      ))}
    </div>
  );
}
