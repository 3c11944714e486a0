import type { OutputOf } from '#contract/endpoint.ts'
import type { definitionDetail, definitionOptions } from '../../contract/definitions.ts'
import type { FactField, Flow } from '../../rules/definition.ts'
import type { FlowProblem } from '../../rules/validate.ts'
import type { Names } from '../flow/words.ts'

export type Definition = OutputOf<typeof definitionDetail>
export type Options = OutputOf<typeof definitionOptions>

/** What is being drawn. */
export interface Draft {
  name: string
  flow: Flow
}

/** What the panels need to offer choices. */
export interface Around {
  options: Options
  facts: readonly FactField[]
  names: Names
  readOnly: boolean
}

export function aroundOf(options: Options, facts: readonly FactField[], readOnly: boolean): Around {
  const names = {
    people: new Map(options.people.map((one) => [one.employeeId, one.name])),
    roles: new Map(options.roles.map((one) => [one.role, one.label])),
    facts,
  }
  return { options, facts, names, readOnly }
}

/** Problems by the node or branch they concern. */
export function problemsById(problems: readonly FlowProblem[]): Map<string, string[]> {
  const byId = new Map<string, string[]>()
  for (const { nodeId, message } of problems) {
    if (nodeId !== null) byId.set(nodeId, [...(byId.get(nodeId) ?? []), message])
  }
  return byId
}

export const personOptions = (options: Options) =>
  options.people.map((one) => ({
    value: one.employeeId,
    label: one.department ? `${one.name}（${one.department}）` : one.name,
  }))
