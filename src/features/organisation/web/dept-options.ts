import type { Department } from '../contract/departments.ts'

/** Departments for choosing from, each with the way to it: `采购部 / 设备科`. */
export function optionsOf(departments: readonly Department[]): { value: string; label: string }[] {
  const byId = new Map(departments.map((row) => [row.deptId, row]))
  const pathOf = ({ parentId, name }: Department): string => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    return parent ? `${pathOf(parent)} / ${name}` : name
  }
  return departments.map((row) => ({ value: row.deptId, label: pathOf(row) }))
}
