import { sameValue } from './json.ts';
import { isOwn } from './own-resource.ts';
import type { Report } from './problem.ts';
import { KNOWN_ROLES, unknownRole } from './roles.ts';
import type { States, Transition } from './states.ts';
import type { EntitySchema, FieldSchema } from './types.ts';

const FIELD = ['x-resource', 'states', 'field'] as const;

/** Checks the states of an entity and its final states: fields, values, roles, and transitions that can be told apart. */
export function checkStates(schema: EntitySchema, report: Report): void {
  checkSettled(schema, report);
  const { states, acts } = schema['x-resource'];
  if (!states) return;
  const field = schema.properties[states.field];
  if (!field?.enum) {
    report(FIELD, `${states.field} 不是这个实体的选项字段`, '写一个有可选值（enum）的字段名');
    return;
  }
  checkStateField(states.field, field, report);
  if (!acts.includes('update'))
    report(['x-resource', 'states'], '这个资源没有开放修改，状态也就改不了', '在 x-resource.acts 中加入 "update"');
  const known = (value: unknown) => field.enum?.some((each) => each === value) === true;
  if (!known(states.initial))
    report(['x-resource', 'states', 'initial'], `${states.initial} 不是 ${states.field} 的可选值`, '改为其中一个值');
  for (const [i, transition] of states.transitions.entries())
    checkTransition(schema, transition, known, (path, ...rest) =>
      report(['x-resource', 'states', 'transitions', String(i), ...path], ...rest),
    );
  checkDistinct(states, report);
}

function checkSettled({ properties, 'x-resource': { settled } }: EntitySchema, report: Report): void {
  if (!settled) return;
  const field = properties[settled.field];
  if (!field || (field.type !== 'integer' && !field.enum)) {
    report(
      ['x-resource', 'settled', 'field'],
      `${settled.field} 不是这个实体的代码字段`,
      '写一个有可选值或 type 为 integer 的字段名',
    );
    return;
  }
  const wrong = settled.values.find((value) => (field.enum ? !field.enum.includes(value) : typeof value !== 'number'));
  if (wrong !== undefined)
    report(['x-resource', 'settled', 'values'], `${wrong} 不是 ${settled.field} 的可选值`, '改正它，或者删去');
}

/** Only transitions write the field, so no form, file or default may; and everybody who sees the row sees its state. */
function checkStateField(name: string, field: FieldSchema, report: Report): void {
  const at = ['properties', name];
  if (!field['x-tenant']) report(FIELD, `${name} 是系统的字段，它的值由系统决定`, '另加一个字段作为状态');
  if (field['x-hidden']) report([...at, 'x-hidden'], '状态字段不能隐藏', '删去 x-hidden，或者删去 states');
  if (!field.readOnly)
    report([...at], '状态只能由操作改变，不能填写', '加上 "readOnly": true，并删去 x-form 和 x-sheet.import');
  const closed = (['x-mask', 'x-sealed', 'x-confidential', 'default'] as const).find((key) => field[key] !== undefined);
  if (closed !== undefined)
    report(
      [...at, closed],
      `状态字段不能有 ${closed}`,
      closed === 'default' ? '删去它，新增时的状态写在 states.initial' : '删去它',
    );
}

function checkTransition(
  schema: EntitySchema,
  { from, to, roles = [], require = [], notify }: Transition,
  known: (value: unknown) => boolean,
  report: Report,
): void {
  const stray = from.find((value) => !known(value));
  if (stray !== undefined) report(['from'], `${stray} 不是状态字段的可选值`, '改正它，或者删去');
  if (!known(to)) report(['to'], `${to} 不是状态字段的可选值`, '改为其中一个值');
  if (notify && !isOwn(schema)) report(['notify'], '只有本校自己的资源能通知新增的人', '删去 notify');
  const role = unknownRole(roles);
  if (role !== undefined) report(['roles'], `没有编号为 ${role} 的角色`, KNOWN_ROLES);
  for (const [i, name] of require.entries()) {
    const field = schema.properties[name];
    if (!field) report(['require', String(i)], `${name} 不是这个实体的字段`, '改正名字，或者删去');
    else if (field['x-hidden'] || !field['x-form']?.on.includes('edit'))
      report(['require', String(i)], `${name} 不能在修改时填写，不能要求填写`, '换一个修改表单里的字段，或者删去');
  }
}

/** Two acts with one key, or with one name in one state, could not be told apart. */
function checkDistinct({ transitions }: States, report: Report): void {
  for (const [i, one] of transitions.entries()) {
    const at = ['x-resource', 'states', 'transitions', String(i)];
    const before = transitions.slice(0, i);
    if (before.some(({ key }) => key === one.key))
      report([...at, 'key'], `有两个操作的标识都是 ${one.key}`, '换一个标识');
    else if (before.some(({ label, from }) => label === one.label && from.some((each) => one.from.includes(each))))
      report([...at, 'label'], `同一个状态有两个名为“${one.label}”的操作`, '换一个名称');
    else if (one.from.length === 1 && sameValue(one.from[0], one.to) && !one.note && !one.require)
      report([...at, 'to'], `“${one.label}”不改变状态，也不写下什么`, '改正 to，或者加上 note 或 require');
  }
}
