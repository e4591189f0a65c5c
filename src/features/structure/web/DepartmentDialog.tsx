import { useMutation } from '@tanstack/react-query';
import { Alert, App, Input, Select, TreeSelect } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import {
  createDepartment,
  deleteDepartment,
  updateDepartment,
  type DepartmentNode,
} from '../../organisation/public.ts';
import { nextOf, type TreePosition } from './department-positions.ts';
import styles from './structure.module.css';

/** The action to perform on a department. */
export interface Task {
  kind: 'add' | 'rename' | 'move' | 'remove';
  node: DepartmentNode;
}

interface TreeNode {
  value: string;
  title: string;
  children: TreeNode[];
}
/** The possible parents of a department: all departments except itself and those below it. */
const parentsFor = (nodes: readonly DepartmentNode[], excludedId: string): TreeNode[] =>
  nodes.flatMap(({ node_id, node_name, next_level }) =>
    node_id === excludedId ? [] : [{ value: node_id, title: node_name, children: parentsFor(next_level, excludedId) }],
  );

interface Props {
  task: Task | undefined;
  root: DepartmentNode;
  positions: ReadonlyMap<string, TreePosition>;
  onClose: () => void;
  onDone: () => void;
}

interface FormProps extends Props {
  task: Task;
  formId: string;
  onBusy: (busy: boolean) => void;
}

/** Value of the choice to stand behind all siblings. */
const LAST = '';
const DONE_TEXT = {
  add: 'structure.saved',
  rename: 'structure.saved',
  move: 'structure.moved',
  remove: 'structure.removed',
} as const;

function Form({ task: { kind, node }, root, positions, formId, onBusy, onClose, onDone }: FormProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const [name, setName] = useState(kind === 'rename' ? node.node_name : '');
  const [parent, setParent] = useState(positions.get(node.node_id)?.parent?.node_id ?? root.node_id);
  const [before, setBefore] = useState(nextOf(positions, node.node_id) ?? LAST);
  const [nameMissing, setNameMissing] = useState(false);
  const parentIdOf = (nodeId: string) => (nodeId === root.node_id ? null : nodeId);
  const siblings = positions.get(parent)?.node.next_level.filter((each) => each.node_id !== node.node_id) ?? [];

  const send = async () => {
    const params = { id: node.node_id };
    if (kind === 'add')
      await call(
        createDepartment,
        { body: { department_name: name.trim(), parent_id: parentIdOf(node.node_id) } },
        { quiet: true },
      );
    else if (kind === 'rename')
      await call(updateDepartment, { params, body: { department_name: name.trim() } }, { quiet: true });
    else if (kind === 'move')
      await call(
        updateDepartment,
        { params, body: { parent_id: parentIdOf(parent), before_id: before === LAST ? null : before } },
        { quiet: true },
      );
    else await call(deleteDepartment, { params }, { quiet: true });
  };
  const save = useMutation({
    mutationFn: send,
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => {
      void message.success(t(DONE_TEXT[kind], { name: node.node_name }));
      onClose();
      onDone();
    },
    onError: onDone,
  });
  const submit = useOnce(save.mutateAsync);
  const hasNameField = kind === 'add' || kind === 'rename';
  const failure = save.isError ? failureOf(save.error) : undefined;
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasNameField && name.trim() === '') setNameMissing(true);
        else submit();
      }}
    >
      {failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.space}
          message={failure.details[0]?.message ?? failure.message}
        />
      )}
      {hasNameField && (
        <>
          <label htmlFor={id} className={styles.label}>
            {t('structure.name')}
          </label>
          <Input
            id={id}
            autoFocus
            maxLength={40}
            value={name}
            status={nameMissing ? 'error' : undefined}
            aria-invalid={nameMissing}
            onChange={({ target }) => {
              setName(target.value);
              setNameMissing(false);
            }}
          />
          {nameMissing && (
            <p className={styles.help} role="alert">
              {t('structure.required')}
            </p>
          )}
        </>
      )}
      {kind === 'move' && (
        <>
          <label htmlFor={id} className={styles.label}>
            {t('structure.parent')}
          </label>
          <TreeSelect<string>
            id={id}
            className={styles.field}
            style={{ width: '100%' }}
            showSearch
            treeNodeFilterProp="title"
            treeDefaultExpandedKeys={[root.node_id]}
            treeData={parentsFor([root], node.node_id)}
            value={parent}
            onChange={(next) => {
              setParent(next);
              setBefore(LAST);
            }}
          />
          <label htmlFor={`${id}-before`} className={styles.label}>
            {t('structure.before')}
          </label>
          <Select<string>
            id={`${id}-before`}
            style={{ width: '100%' }}
            value={before}
            onChange={setBefore}
            showSearch
            optionFilterProp="label"
            options={[
              ...siblings.map((each) => ({
                value: each.node_id,
                label: t('structure.beforeName', { name: each.node_name }),
              })),
              { value: LAST, label: t('structure.last') },
            ]}
          />
          <p className={styles.help}>{t('structure.moveHelp')}</p>
        </>
      )}
      {kind === 'remove' && <p>{t('structure.removeText')}</p>}
    </form>
  );
}

/** Adds, renames, moves or deletes a department. */
export function DepartmentDialog(props: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const { task, onClose } = props;
  const displayed = useLast(task);
  const kind = displayed?.kind ?? 'add';
  const title = t(`structure.${kind}Title`, { name: displayed?.node.node_name ?? '' });
  return (
    <Sheet
      open={task !== undefined}
      title={title}
      width={480}
      small
      onClose={onClose}
      act={{
        label: { add: t('crud.save'), rename: t('crud.save'), move: t('structure.move'), remove: title }[kind],
        busy,
        danger: kind === 'remove',
        form: formId,
      }}
    >
      {task && <Form {...props} task={task} formId={formId} onBusy={setBusy} />}
    </Sheet>
  );
}
