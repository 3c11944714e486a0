import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { HOUR } from '#contract/time.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { draft, join, publish, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { MovableClock } from '#server/clock.ts'
import { FEATURES } from '#server/features.ts'
import { testSystem } from '#server/testing/test-system.ts'
import { advanceClock, demoLogins, demoPlay } from './contract.ts'
import { demoFeature } from './feature.ts'

/* What the control of a demonstration stands on; `config.test.ts` says when there is one at all. */

let world: TenderWorld
beforeAll(async () => {
  let clock: MovableClock | null = null
  const t = await testSystem({ from: 'people', features: [...FEATURES, demoFeature(() => clock!)] })
  clock = t.movableClock!
  const suppliers = await Promise.all(['supplier1'].map((s) => t.login(s, { workbench: 'supplier' })))
  world = { t, buyer: await t.login('buyer', { workbench: 'purchaser' }), suppliers }
})

test('everybody offered can log in with the password offered, in the workbench offered', async () => {
  const { people, password } = await world.t.client().call(demoLogins, {})
  expect(new Set(people.map((one) => one.workbench))).toEqual(
    new Set(['purchaser', 'agency', 'supplier', 'expert', 'admin']),
  )
  for (const { account, workbench } of people) await world.t.login(account, { password, workbench })
})

test('an order is led from deadline to deadline, found by its own id or a trade’s', async () => {
  const { orderId, body } = await publish(world)
  const [supplier] = world.suppliers
  const { tradeId } = await join(world, orderId, { supplier: supplier! })
  const anybody = world.t.client()
  const play = (recordId: string) => anybody.call(demoPlay, { query: { recordId } })
  expect(await play(orderId)).toMatchObject({
    next: { label: '报名截止', at: body.schedule.signUpEnd },
    turn: { who: '供应商' },
  })
  expect(await play(tradeId)).toEqual(await play(orderId))
  for (const stage of ['投标中', '待开标']) {
    const { next } = await play(orderId)
    const ms = new Date(next!.at).getTime() - world.t.kernel.clock.now().getTime() + 1000
    await anybody.call(advanceClock, { body: { ms } })
    expect((await play(orderId)).stage).toBe(stage)
    expect((await supplier!.call(tenderDetail, { params: { orderId } })).stage).toBe(stage)
  }
  // What is over leads nowhere.
  expect((await play(orderId)).next).toBeNull()
})

test('a draft, a stranger’s id, what is no id, and a way back in time are refused', async () => {
  const anybody = world.t.client()
  const { orderId } = await draft(world)
  for (const recordId of [orderId, newId()])
    await expect(anybody.call(demoPlay, { query: { recordId } })).rejects.toMatchObject({ status: 404 })
  await expect(anybody.call(demoPlay, { query: { recordId: 'x' } })).rejects.toMatchObject({ status: 400 })
  for (const ms of [-HOUR, 1e15, 0.5])
    await expect(anybody.call(advanceClock, { body: { ms } })).rejects.toMatchObject({ status: 400 })
})
