import { HistoryOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { Alert, Button, Segmented } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { pathOfPointer } from '../../../platform/schema/json.ts';
import { isOwn } from '../../../platform/schema/own-resource.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import { dayText } from '../../../platform/ui/web/date-text.ts';
import { AutomationsDialog } from './automations/AutomationsDialog.tsx';
import { freeName, newField, withField, type Place } from './draft.ts';
import { FieldDialog, type Editing } from './FieldDialog.tsx';
import { FieldTable } from './FieldTable.tsx';
import { FindingsAlert } from './FindingsAlert.tsx';
import { FormerFields } from './FormerFields.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { LayoutDialog } from './layout/LayoutDialog.tsx';
import { Preview } from './Preview.tsx';
import { PrintsDialog } from './prints/PrintsDialog.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { ResourceDialog } from './ResourceDialog.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import type { FromSheet } from './sheet/columns.ts';
import { PendingRows } from './sheet/PendingRows.tsx';
import { StatesDialog } from './states/StatesDialog.tsx';
import { useDraft, useDraftCheck, type Finding, type Subject } from './use-studio.ts';
import { ViewsDialog } from './views/ViewsDialog.tsx';
import styles from './studio.module.css';

type DialogName =
  | 'publish'
  | 'history'
  | 'resource'
  | 'rules'
  | 'states'
  | 'views'
  | 'layout'
  | 'automations'
  | 'prints';

/** The field of a finding; undefined for a finding about the whole resource. */
const fieldOf = ({ pointer }: Finding, { properties }: EntitySchema): string | undefined => {
  const [top, name] = pathOfPointer(pointer);
  return top === 'properties' && name !== undefined && Object.hasOwn(properties, name) ? name : undefined;
};

/** The schema with the given fields hidden, as a school without them sees it. */
const withHidden = (schema: EntitySchema, names: readonly string[]): EntitySchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      names.includes(name) ? { ...field, 'x-hidden': true } : field,
    ]),
  ),
});

/**
 * Edits one resource: its fields, a preview of the draft, and the published versions.
 *
 * @param from The table that the resource was just made of
 */
export function ResourceEditor({ subject, from }: { subject: Subject; from?: FromSheet | undefined }) {
  const { t } = useTranslation();
  const {
    entity,
    core,
    core_required: needed,
    elsewhere,
    former,
    problems,
    keeping,
    version,
    published_by: publisher,
    published_at: publishedAt,
  } = subject;
  const draft = useDraft(subject, version === 0 ? from?.start : undefined);
  const mayCreate = useMay('schema-studio', 'create');
  const check = useDraftCheck(entity, draft.overlay, subject.schema);
  const [place, setPlace] = useState<Place>('x-list');
  const [editing, setEditing] = useState<Editing>();
  const [dialog, setDialog] = useState<DialogName>();
  const { setDirty } = useLeaveGuard();
  useEffect(() => setDirty(draft.changed), [setDirty, draft.changed]);

  const { schema } = draft;
  const previewSchema = useMemo(() => withHidden(check.schema, elsewhere), [check.schema, elsewhere]);
  const findings = check.findings ?? [];
  const generalFindings = findings.filter((finding) => fieldOf(finding, schema) === undefined);
  const { acts } = schema['x-resource'];
  const mayAddFields = acts.includes('create') || acts.includes('update');
  const add = (name?: string, field?: FieldSchema) => {
    const taken = [...Object.keys(schema.properties), ...former.map(({ field: used }) => used)];
    setEditing({
      name: name ?? freeName(taken, 'field'),
      field: field ?? newField(schema, 'text'),
      isNew: true,
      ...(name === undefined && { taken }),
    });
  };

  return (
    <>
      {from && <PendingRows from={from} schema={subject.schema} published={version > 0 && !draft.changed} />}
      <section className={styles.panel} aria-label={t('studio.fields')}>
        <div className={styles.toolbar}>
          <span className={styles.state} role="status">
            {version === 0
              ? t('studio.neverPublished')
              : t('studio.publishedBy', {
                  version,
                  name: publisher ?? t('studio.unknownUser'),
                  at: dayText(publishedAt ?? ''),
                })}
            {draft.changed && <strong>{t('studio.unpublished')}</strong>}
            {keeping && <span>{t('studio.keeping')}</span>}
          </span>
          <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setDialog('history')}>
            {t('studio.history')}
          </Button>
          <Button icon={<UndoOutlined aria-hidden />} disabled={draft.undo === undefined} onClick={draft.undo}>
            {t('studio.undo')}
          </Button>
          {mayAddFields && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add()}>
              {t('studio.addField')}
            </Button>
          )}
          <Button
            type="primary"
            disabled={!draft.changed || check.findings === undefined || findings.length > 0}
            onClick={() => setDialog('publish')}
          >
            {t('studio.publish')}
          </Button>
        </div>
        <div className={styles.toolbar}>
          <Segmented<Place>
            value={place}
            onChange={setPlace}
            options={[
              { value: 'x-list', label: t('studio.byList') },
              { value: 'x-form', label: t('studio.byForm') },
            ]}
            aria-label={t('studio.order')}
          />
          {isOwn(subject.ground) && mayCreate && (
            <Button onClick={() => setDialog('resource')}>{t('studio.resourceSettings')}</Button>
          )}
          {acts.includes('update') && <Button onClick={() => setDialog('states')}>{t('studioStates.open')}</Button>}
          <Button onClick={() => setDialog('views')}>{t('studioViews.open')}</Button>
          {mayAddFields && <Button onClick={() => setDialog('layout')}>{t('studioLayout.open')}</Button>}
          <Button onClick={() => setDialog('rules')}>{t('studio.rules')}</Button>
          {isOwn(subject.ground) && (
            <>
              <Button onClick={() => setDialog('automations')}>{t('studio.automations')}</Button>
              <Button onClick={() => setDialog('prints')}>{t('studio.prints')}</Button>
            </>
          )}
        </div>
        {problems.length > 0 && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            className={styles.alert}
            message={t('studio.notInForce')}
            description={problems.map(({ pointer, reason, fix }) => (
              <div key={pointer + reason}>
                {reason}。{fix}
              </div>
            ))}
          />
        )}
        {generalFindings.length > 0 && <FindingsAlert findings={generalFindings} />}
        <FieldTable
          schema={schema}
          base={subject.ground}
          core={core}
          needed={needed}
          elsewhere={elsewhere}
          place={place}
          findings={findings}
          onChange={draft.change}
          onEdit={(name) => {
            const field = schema.properties[name];
            if (field) setEditing({ name, field, isNew: false });
          }}
        />
        <FormerFields
          entity={entity}
          former={former.filter(({ field }) => !Object.hasOwn(schema.properties, field))}
          onRestore={({ field, schema: last }) => (last ? draft.change(withField(schema, field, last)) : add(field))}
        />
      </section>
      <Preview entity={entity} published={subject.schema} schema={previewSchema} stale={findings.length > 0} />
      <FieldDialog
        key={editing && `${editing.name} ${editing.isNew}`}
        editing={editing}
        entity={entity}
        published={subject.schema}
        schema={schema}
        base={subject.ground}
        core={core}
        needed={needed}
        roles={subject}
        onClose={() => setEditing(undefined)}
        onDone={draft.change}
      />
      <PublishDialog
        open={dialog === 'publish'}
        subject={subject}
        overlay={draft.overlay}
        schema={check.schema}
        onClose={() => setDialog(undefined)}
        onDiscard={draft.discard}
        setDirty={setDirty}
      />
      <ResourceDialog
        open={dialog === 'resource'}
        schema={schema}
        onClose={() => setDialog(undefined)}
        onDone={draft.change}
        onRemoved={() => {
          draft.discard();
          setDirty(false);
        }}
      />
      <StatesDialog
        open={dialog === 'states'}
        subject={subject}
        schema={schema}
        onClose={() => setDialog(undefined)}
        onDone={draft.change}
      />
      <ViewsDialog
        open={dialog === 'views'}
        schema={schema}
        onClose={() => setDialog(undefined)}
        onDone={draft.change}
      />
      <LayoutDialog
        open={dialog === 'layout'}
        schema={schema}
        onClose={() => setDialog(undefined)}
        onDone={draft.change}
      />
      <AutomationsDialog
        open={dialog === 'automations'}
        subject={subject}
        schema={schema}
        onClose={() => setDialog(undefined)}
        onDone={draft.change}
      />
      <PrintsDialog
        open={dialog === 'prints'}
        subject={subject}
        schema={schema}
        onClose={() => setDialog(undefined)}
        onDone={draft.change}
      />
      <RulesDialog
        open={dialog === 'rules'}
        schema={schema}
        onClose={() => setDialog(undefined)}
        onDone={draft.change}
      />
      <HistoryDialog
        open={dialog === 'history'}
        entity={entity}
        published={subject.schema}
        base={subject.ground}
        onClose={() => setDialog(undefined)}
        onRestore={draft.change}
      />
    </>
  );
}
