import { AppError } from '../../../platform/errors/app-error.ts';
import { DEPTH_MAX } from '../contract/departments.ts';

export interface Department {
  department_id: string;
  parent_id: string | null;
  department_name: string;
  /** Among siblings, from 0. */
  position: number;
}

/** The place of a department: its parent, and the sibling behind it; undefined for the last place. */
export interface Place {
  parentId: string | null;
  beforeId: string | undefined;
}

/** The departments of an organisation while they are changed; siblings are in display order. */
export class DepartmentTree {
  readonly #byId: Map<string, Omit<Department, 'position'>>;
  readonly #below = new Map<string | null, string[]>();

  constructor(rows: readonly Department[]) {
    this.#byId = new Map(rows.map((row) => [row.department_id, row]));
    for (const { parent_id, department_id } of rows) this.#siblingsUnder(parent_id).push(department_id);
  }

  get size(): number {
    return this.#byId.size;
  }

  #siblingsUnder(parentId: string | null): string[] {
    let ids = this.#below.get(parentId);
    if (!ids) this.#below.set(parentId, (ids = []));
    return ids;
  }

  /** @throws AppError PSY_NOT_FOUND */
  get(id: string): Omit<Department, 'position'> {
    const found = this.#byId.get(id);
    if (!found) throw new AppError('PSY_NOT_FOUND', { message: '部门不存在或已被删除，请刷新后重试' });
    return found;
  }

  /** Ids in display order. */
  children = (parentId: string | null): readonly string[] => this.#below.get(parentId) ?? [];

  /** The ids of a department and its ancestors, nearest first. @throws AppError PSY_NOT_FOUND */
  path(id: string | null): string[] {
    const path: string[] = [];
    for (let at = id; at !== null; at = this.get(at).parent_id) path.push(at);
    return path;
  }

  /** Number of levels from a department down, itself included. */
  height(id: string): number {
    let level: readonly string[] = [id];
    let height = 0;
    for (; level.length > 0; height++) level = level.flatMap(this.children);
    return height;
  }

  /**
   * Why a department cannot have this name below this parent.
   *
   * @throws AppError PSY_NOT_FOUND where the parent does not exist
   */
  refusal(id: string, { parentId }: Place, name: string): { field: string; message: string } | undefined {
    const path = this.path(parentId);
    if (path.includes(id)) return { field: 'parent_id', message: '不能移到自己或自己的下级' };
    if (this.children(parentId).some((other) => other !== id && this.get(other).department_name === name))
      return { field: 'department_name', message: '同级已有这个名称的部门' };
    const levels = this.#byId.has(id) ? this.height(id) : 1;
    if (path.length + levels > DEPTH_MAX) return { field: 'parent_id', message: `部门最多 ${DEPTH_MAX} 级` };
    return undefined;
  }

  rename(id: string, name: string): void {
    this.#byId.set(id, { ...this.get(id), department_name: name });
  }

  /** Adds a department, or moves and renames it. The sibling behind it must be below the parent. */
  put(id: string, { parentId, beforeId }: Place, name: string): void {
    const before = this.#byId.get(id);
    if (before) this.#take(before);
    this.#byId.set(id, { department_id: id, parent_id: parentId, department_name: name });
    const siblings = this.#siblingsUnder(parentId);
    siblings.splice(beforeId === undefined ? siblings.length : siblings.indexOf(beforeId), 0, id);
  }

  remove(id: string): void {
    this.#take(this.get(id));
    this.#byId.delete(id);
  }

  #take({ department_id, parent_id }: Omit<Department, 'position'>): void {
    this.#below.set(
      parent_id,
      this.children(parent_id).filter((id) => id !== department_id),
    );
  }

  /** Among its siblings, from 0. */
  positionOf = (id: string): number => this.children(this.get(id).parent_id).indexOf(id);

  /** The departments that stand elsewhere than they are stored. */
  moved(stored: readonly Department[]): { department_id: string; position: number }[] {
    return stored.flatMap(({ department_id, position }) => {
      if (!this.#byId.has(department_id)) return [];
      const is = this.positionOf(department_id);
      return is === position ? [] : [{ department_id, position: is }];
    });
  }
}
