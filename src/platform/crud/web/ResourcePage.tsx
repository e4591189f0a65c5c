import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowExtra } from '../../feature/web/row-extra.ts';
import { useMay } from '../../refine/web/use-may.ts';
import type { Row } from '../../resources/contract/resource.ts';
import { Notice } from '../../ui/web/Notice.tsx';
import { PageTitle } from '../../ui/web/PageTitle.tsx';
import { Door } from '../../ui/web/pictures.tsx';
import { useRowActs } from './acts/use-row-acts.ts';
import type { Deletion } from './deletion.ts';
import { entityName } from './entity-name.ts';
import type { Extra } from './extra.ts';
import { ResourceList } from './list/ResourceList.tsx';
import { useStateActs } from './states/use-state-acts.tsx';
import { useEntity } from './use-entity.ts';
import styles from './page.module.css';

interface Props {
  /** Name of the resource and its schema. */
  name: string;
  extras?: readonly Extra[];
  rowExtras?: readonly RowExtra[];
  /** Called with each created row, after its form has closed. */
  onCreated?: (row: Row) => void;
  /** Replaces the title from the schema. */
  title?: string;
  /** Replaces the help from the schema. */
  about?: string;
  /** Content beside the title. */
  acts?: ReactNode;
  /** Content between title and list. */
  above?: ReactNode;
  /** Fixed filters of the page, hidden from the user. Must be a stable object. */
  fixed?: Readonly<Record<string, string>>;
  /** Must be a stable object. */
  deletion?: Deletion;
}

/** The page of a resource: title, help and list. */
export function ResourcePage({
  name,
  extras,
  rowExtras,
  onCreated,
  title: own,
  about,
  acts: beside,
  above,
  fixed,
  deletion,
}: Props): ReactNode {
  const { t } = useTranslation();
  const entity = useEntity(name);
  const acts = useStateActs(entity, useRowActs(name, rowExtras));
  const mayOpen = useMay(entity?.schema['x-resource'].area ?? '', 'open');
  if (entity === undefined || !mayOpen) {
    return <Notice picture={<Door />} title={t('crud.forbidden')} text={t('crud.forbiddenText')} />;
  }
  const {
    title,
    'x-resource': { help },
  } = entity.schema;
  return (
    <div className={styles.page}>
      <PageTitle
        title={own ?? t('crud.pageTitle', { title: entityName(t, title) })}
        about={about ?? help}
        acts={beside}
      />
      {above}
      <ResourceList
        entity={entity}
        extras={extras}
        rowExtras={acts}
        onCreated={onCreated}
        fixed={fixed}
        deletion={deletion}
      />
    </div>
  );
}
