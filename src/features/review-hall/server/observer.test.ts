import { beforeAll, expect, test } from 'vitest'
import { Cast } from '#demo/cast.ts'
import * as buyers from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { committee, setCommittee } from '../contract/purchaser.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

test('a purchaser whose agency runs the order sees the committee and is offered nothing to change', async () => {
  const cast = new Cast(system.base)
  const [agent, buyer] = [await cast.as('agent'), await cast.as('buyer')]
  const now = system.kernel.clock.now()
  const projectId = await buyers.createProject(agent, PLANS.furniture, 'hospital')
  const orderId = await buyers.draftOrder(agent, projectId, {
    plan: PLANS.furniture,
    schedule: lawfulSchedule(now),
    now,
  })
  await buyers.publish(agent, orderId)
  const params = { projectId: orderId }
  expect(await agent.call(committee, { params })).toMatchObject({ isOpen: true, canReplace: false })
  expect(await buyer.call(committee, { params })).toMatchObject({ isOpen: false, canReplace: false })
  const refused = await buyer.refused(setCommittee, { params, body: { expertIds: [], employeeIds: [] } })
  expect(refused.status).toBe(404)
})
