import { useEffect, useMemo, useState } from 'react'
import { call } from '#web/call.ts'
import { checkDefinition } from '../../contract/definitions.ts'
import type { Flow } from '../../rules/definition.ts'
import type { FlowProblem } from '../../rules/validate.ts'
import { flowProblems } from '../../rules/validate.ts'
import type { Around } from './design-data.ts'

const PAUSE_MS = 700

/** The step a definition is bound to; `node` is '' for a whole business. */
export interface Binding {
  type: string
  node: string
  bindingType: 1 | 2
}

export interface Findings {
  /** What stands against enabling the flow. */
  problems: readonly FlowProblem[]
  /** What to know before it is enabled. */
  warnings: readonly FlowProblem[]
}

/**
 * What is found in the flow: at once by the shared rules, a moment later as the server says, which also knows what has
 * changed in the company since the page was opened, and who has no right to the business.
 */
export function useProblems(flow: Flow, binding: Binding, around: Around): Findings {
  const { options, facts, readOnly } = around
  const [answer, setAnswer] = useState<({ of: Flow } & Findings) | null>(null)
  const local = useMemo(
    () =>
      flowProblems(flow, {
        facts,
        employees: new Set(options.people.map((one) => one.employeeId)),
        roles: new Set(options.roles.map((one) => one.role)),
      }),
    [flow, facts, options],
  )
  const { type, node, bindingType } = binding
  useEffect(() => {
    if (readOnly) return
    const timer = setTimeout(() => {
      call(checkDefinition, { body: { type, node, bindingType, flow } })
        .then((found) => setAnswer({ of: flow, ...found }))
        // The rules here go on speaking; saving and enabling will tell what the matter is.
        .catch(() => {})
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [flow, type, node, bindingType, readOnly])
  return answer?.of === flow ? answer : { problems: local, warnings: [] }
}
