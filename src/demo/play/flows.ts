import { createDefinition, setDefinitionStatus } from '#features/workflow/contract/definitions.ts'
import type { ApproverNode, Branch, Flow, InnerNode } from '#features/workflow/rules/definition.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { type Account, PEOPLE } from '../people.ts'

interface Step {
  type: string
  node: string
}

/** Makes a flow for a step of the company, and puts it in force. */
export async function enforceFlow(admin: HttpClient, name: string, { type, node, flow }: Step & { flow: Flow }) {
  const { definitionId } = await admin.call(createDefinition, { body: { name, type, bindingType: 2, node, flow } })
  await admin.call(setDefinitionStatus, { params: { id: definitionId }, body: { status: 1 } })
}

interface Approver {
  title: string
  /** A person in their first company, an employee, or whom the initiator chooses. */
  by: Account | { employeeId: string } | 'choice'
  /** Yuan of the step's `amount`, below which nobody is asked. */
  from?: string
}

/** The same with one approver, called as `title` says. */
export async function enforceApprover(
  admin: HttpClient,
  name: string,
  { title, by, from, ...step }: Step & Approver,
): Promise<void> {
  const review: ApproverNode = { kind: 'approver', id: 'review', name: title, mode: 1, approvers: approversOf(by) }
  const flow: Flow = {
    nodes: [
      { kind: 'start', id: 'start', name: '经办人提交' },
      from === undefined ? review : byAmount(from, [review], []),
    ],
    options: { ifInitiator: 'head', skipRepeated: false },
  }
  await enforceFlow(admin, name, { ...step, flow })
}

function approversOf(by: Approver['by']): ApproverNode['approvers'] {
  if (by === 'choice') return { by, from: [], many: false }
  const employeeId = typeof by === 'string' ? PEOPLE[by].jobs[0]!.employeeId : by.employeeId
  return { by: 'person', employeeIds: [employeeId] }
}

/** Two ways by the step's amount: from `least` yuan, and every other case. */
export function byAmount(least: string, large: InnerNode[], small: InnerNode[]): InnerNode {
  const when: Branch['when'] = [{ fact: 'amount', op: 'gte', value: least }]
  return {
    kind: 'condition',
    id: 'by-amount',
    name: '按金额',
    branches: [
      { id: 'large', name: '大额', when, nodes: large },
      { id: 'small', name: '其他情况', when: null, nodes: small },
    ],
  }
}
