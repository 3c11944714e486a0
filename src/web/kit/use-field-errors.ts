import type { FormInstance } from 'antd'
import { useRef } from 'react'

export interface Problem {
  path: (string | number)[]
  messages: string[]
}

/**
 * Errors that stand at fields without being the fields' own rules: of the form's schema and of the server. Such an error
 * leaves as soon as the schema finds its field right; one that only the server knows leaves when its field is changed.
 * `check` gives what the schema finds wrong.
 */
export function useFieldErrors(form: FormInstance, check: (values: unknown) => Problem[]) {
  const placed = useRef(new Map<string, { path: Problem['path']; bySchema: boolean }>())
  return {
    place(problems: Problem[]): void {
      const found = keysOf(check(form.getFieldsValue(true)))
      placed.current = new Map(
        problems.map(({ path }) => [keyOf(path), { path, bySchema: found.has(keyOf(path)) }] as const),
      )
      form.setFields(problems.map(({ path, messages }) => ({ name: path, errors: messages })))
    },
    recheck(changed: unknown): void {
      if (placed.current.size === 0) return
      const found = keysOf(check(form.getFieldsValue(true)))
      for (const [key, { path, bySchema }] of placed.current) {
        if (found.has(key) || (!bySchema && !touches(changed, path))) continue
        placed.current.delete(key)
        form.setFields([{ name: path, errors: [] }])
      }
    },
  }
}

function keysOf(problems: Problem[]): Set<string> {
  return new Set(problems.map(({ path }) => keyOf(path)))
}

function keyOf(path: Problem['path']): string {
  return path.join('.')
}

/** Whether the part of the values that was changed holds this path. */
function touches(changed: unknown, path: Problem['path']): boolean {
  let at = changed
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !(step in at)) return false
    at = (at as Record<string | number, unknown>)[step]
  }
  return true
}
