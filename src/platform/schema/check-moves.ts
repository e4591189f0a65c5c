import type { Automation, AutomationTrigger } from './automations.ts';
import { display } from './columns.ts';
import type { Report } from './problem.ts';
import type { States, StateValue, Transition } from './states.ts';
import type { EntitySchema } from './types.ts';

/** The states that a row may have when a trigger starts. */
export function statesAt({ properties, 'x-resource': { states } }: EntitySchema, when: AutomationTrigger) {
  if (!states) return [];
  if (when.on === 'create') return [states.initial];
  if (when.on === 'date') return when.states ?? properties[states.field]?.enum ?? [];
  return [when.state];
}

/** Whether a trigger may start a transition: rows have one of its first states then, and it needs no note. */
export const isMovable = (schema: EntitySchema, when: AutomationTrigger, { from, note }: Transition): boolean =>
  note !== 'required' && statesAt(schema, when).every((state) => from.includes(state));

/** Checks the transitions that automations do (`move`): that they can be done, and that they come to an end. */
export function checkMoves(schema: EntitySchema, automations: readonly Automation[], report: Report): void {
  const { states } = schema['x-resource'];
  for (const [i, one] of automations.entries()) {
    if (one.move === undefined) continue;
    const transition = states?.transitions.find(({ key }) => key === one.move);
    const at = [String(i), 'move'];
    if (!states || !transition) report(at, `没有标识为 ${one.move} 的操作`, '先在 states.transitions 中设置操作');
    else {
      const problem = problemOf(schema, one, transition);
      if (problem) report(at, ...problem);
      else if (!one.off && comesBack(schema, states, automations, one))
        report(at, `“${one.title}”会循环：状态会自动回到原来的状态`, '去掉其中一个操作，或者停用其中一个自动化');
    }
  }
}

/** Why an automation cannot do a transition, and how to mend it. */
function problemOf(
  schema: EntitySchema,
  { title, when }: Automation,
  { label, from, note }: Transition,
): [reason: string, fix: string] | undefined {
  if (note === 'required') return [`${label}必须写说明，不能自动执行`, '换一个操作，或者把说明改为可以不写'];
  const field = schema.properties[schema['x-resource'].states?.field ?? ''];
  const stray = statesAt(schema, when).find((state) => !from.includes(state));
  if (stray === undefined) return undefined;
  const shown = field ? display(field, stray) : stray;
  return [`“${title}”运行时状态可能是“${shown}”，不能${label}`, '改为可以做这个操作的状态'];
}

/** Whether automations lead a row from a state back to it. */
function comesBack(
  schema: EntitySchema,
  { transitions }: States,
  automations: readonly Automation[],
  first: Automation,
): boolean {
  const ends = ({ move }: Automation) => transitions.filter(({ key }) => key === move).map(({ to }) => to);
  const reached = new Set<StateValue>(ends(first));
  // A set also visits what is added to it on the way.
  for (const state of reached)
    for (const one of automations)
      if (!one.off && statesAt(schema, one.when).includes(state)) for (const to of ends(one)) reached.add(to);
  return statesAt(schema, first.when).some((state) => reached.has(state));
}
