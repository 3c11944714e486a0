import type { FormInstance } from 'antd'
import { useRef } from 'react'
import { ERRORS } from '#contract/errors.ts'
import type { CallError } from '../call.ts'
import { toast } from '../feedback.ts'
import { pathOfName } from './form-fields.tsx'

export interface Problem {
  path: (string | number)[]
  messages: string[]
}

interface Placed {
  problem: Problem
  bySchema: boolean
}

/**
 * Errors that stand at fields without being the fields' own rules: of the form's schema and of the server. Such an error
 * leaves as soon as the schema finds its field right; one that only the server knows leaves when its field is changed.
 * `check` gives what the schema finds wrong; a form without schema has only errors of the server. The form's
 * `onValuesChange` is `recheck`.
 */
export function useFieldErrors(form: FormInstance, check: (values: unknown) => Problem[] = noProblems) {
  const placed = useRef(new Map<string, Placed>())
  const place = (problems: Problem[]): void => {
    const found = keysOf(check(form.getFieldsValue(true)))
    placed.current = new Map(
      problems.map((problem) => [keyOf(problem.path), { problem, bySchema: found.has(keyOf(problem.path)) }]),
    )
    form.setFields(problems.map(({ path, messages }) => ({ name: path, errors: messages })))
  }
  /** Places what a refused call says of fields and leads to the first; gives what stands at no field, to be shown elsewhere. */
  const placeRefusal = ({ code, details, message }: CallError): string | null => {
    const problems = code === ERRORS.invalid.code ? problemsOf(details) : []
    if (problems.length === 0) return message
    place(problems)
    const drawn = new Set(form.getFieldsError().map(({ name }) => keyOf(name)))
    const first = problems.find(({ path }) => drawn.has(keyOf(path)))
    if (first) form.scrollToField(first.path, { block: 'center', focus: true })
    return problems.find(({ path }) => !drawn.has(keyOf(path)))?.messages[0] ?? null
  }
  return {
    place,
    placeRefusal,
    /** Shows once why a call was refused: at the fields that it names, else as a word. */
    showRefusal(error: CallError): void {
      if (error.handled || error.isConfirm) return
      const unplaced = placeRefusal(error)
      if (unplaced !== null) toast.error(unplaced)
      error.handled = true
    },
    /** Takes away what has been mended; gives what is left. */
    recheck(changed: unknown): Problem[] {
      if (placed.current.size === 0) return []
      const found = keysOf(check(form.getFieldsValue(true)))
      for (const [key, { problem, bySchema }] of placed.current) {
        if (found.has(key) || (!bySchema && !touches(changed, problem.path))) continue
        placed.current.delete(key)
        form.setFields([{ name: problem.path, errors: [] }])
      }
      return [...placed.current.values()].map(({ problem }) => problem)
    },
  }
}

/** The server's `details` of an invalid form: `{ path, message }[]`, path as text or list. */
export function problemsOf(details: unknown): Problem[] {
  if (!Array.isArray(details)) return []
  return details.flatMap((detail: { path?: string | (string | number)[]; message?: string }) => {
    const path = Array.isArray(detail.path) ? detail.path : pathOfName(detail.path ?? '')
    return [{ path: path[0] === 'body' ? path.slice(1) : path, messages: [detail.message ?? ''] }]
  })
}

/** What a schema finds wrong. */
export function problemsIn(issues: readonly { path: PropertyKey[]; message: string }[] = []): Problem[] {
  return issues.map((issue) => ({ path: issue.path as (string | number)[], messages: [issue.message] }))
}

function noProblems(): Problem[] {
  return []
}

function keysOf(problems: Problem[]): Set<string> {
  return new Set(problems.map(({ path }) => keyOf(path)))
}

function keyOf(path: readonly (string | number)[]): string {
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
