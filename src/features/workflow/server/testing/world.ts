import { COMPANIES } from '#demo/companies.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { createOrder, declareAbortive } from '#features/procurement/contract/order.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { Staff } from './flows.ts'

/** The hospital's people logged in, and orders whose end they have approved. */
export interface ApprovalWorld {
  t: TestSystem
  /** `newbie` starts; `buyer` is the company's administrator. */
  staff: Record<Staff, HttpClient>
}

export async function approvalWorld(): Promise<ApprovalWorld> {
  const t = await testSystem({ from: 'people' })
  const login = async (account: Staff) => t.login(account, { workbench: 'purchaser' })
  const staff = {
    buyer: await login('buyer'),
    buyer2: await login('buyer2'),
    newbie: await login('newbie'),
    multi: await login('multi'),
  }
  await staff.multi.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
  return { t, staff }
}

/** A published order, as far as its end can be approved; made by `newbie`, without what publishing would need. */
export async function runningOrder({ t, staff }: ApprovalWorld, estimatedPrice = '1000000'): Promise<string> {
  const { projectId } = await staff.newbie.call(createProject, {
    body: { name: '审批项目', category: 'goods', regime: 'enterprise', budget: '9000000' },
  })
  const dates = { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: null, openAt: null }
  const { orderId } = await staff.newbie.call(createOrder, {
    body: {
      projectId,
      title: '审批标段',
      estimatedPrice,
      schedule: dates,
      settings: {},
      announcement: { title: '', content: null },
    },
  })
  await t.owner.query("update purchase_order set state = 'publish.open', published_at = now() where id = $1", [orderId])
  return orderId
}

/** Hands the end of an order in for approval. */
export async function start(
  world: ApprovalWorld,
  { orderId, choices = {} }: { orderId?: string; choices?: Record<string, string[]> } = {},
): Promise<{ workflowId: string; orderId: string }> {
  const id = orderId ?? (await runningOrder(world))
  const { approval } = await world.staff.newbie.call(declareAbortive, {
    params: { orderId: id },
    body: { reason: '项目取消，不再实施', approval: { choices } },
  })
  return { workflowId: approval!.workflowId, orderId: id }
}

export async function stateOf({ t }: ApprovalWorld, orderId: string): Promise<string> {
  const { rows } = await t.owner.query<{ state: string }>('select state from purchase_order where id = $1', [orderId])
  return rows[0]!.state
}
