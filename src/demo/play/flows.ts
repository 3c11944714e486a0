import { createDefinition, setDefinitionStatus } from '#features/workflow/contract/definitions.ts'
import type { ApproverNode, Flow } from '#features/workflow/rules/definition.ts'
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

/** The same with one approver, called as `title` says: a person, or whom the initiator chooses. */
export async function enforceApprover(
  admin: HttpClient,
  name: string,
  { title, by, ...step }: Step & { title: string; by: Account | 'choice' },
): Promise<void> {
  const approvers: ApproverNode['approvers'] =
    by === 'choice'
      ? { by: 'choice', from: [], many: false }
      : { by: 'person', employeeIds: [PEOPLE[by].jobs[0]!.employeeId] }
  const flow: Flow = {
    nodes: [
      { kind: 'start', id: 'start', name: '经办人提交' },
      { kind: 'approver', id: 'review', name: title, mode: 1, approvers },
    ],
    options: { ifInitiator: 'head', skipRepeated: false },
  }
  await enforceFlow(admin, name, { ...step, flow })
}
