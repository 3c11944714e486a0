import { beforeAll, expect, test, vi } from 'vitest'
import { done } from '#features/workflow/rules/held.ts'
import { type Context, inContext } from '#server/context.ts'
import { KnownStatements } from '#server/database/known-statements.ts'
import * as notice from '../contract/notice.ts'
import { heldOrder } from './order-handle.ts'
import { publish, tenderWorld, text, type TenderWorld } from './testing/tender.ts'

/* An order is loaded, locked and asserted once by whatever changes it. */

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

const OWNER = { part: 'owner' } as const

/** Does something in a transaction that is undone. */
async function within(act: (ctx: Context<null>) => Promise<void>): Promise<void> {
  const undo = new Error('undone')
  const doing = inContext(world.t.kernel, { tenantId: 1, actor: null }, async (ctx) => {
    await act(ctx)
    throw undo
  })
  await expect(doing).rejects.toBe(undo)
}

test('what was demanded holds until it is done; after that everything is looked at anew', async () => {
  const { orderId } = await publish(world)
  await within(async (ctx) => {
    const held = await heldOrder(ctx, orderId, OWNER)
    await held.demand('change')
    const before = held.order
    const facts = await held.facts()
    expect(await held.facts()).toBe(facts)
    // Nobody else can: the row is locked.
    await ctx.update('purchase_order', { id: orderId }, { state: 'abortive.declared' })
    const after = await held.advance({ action: 'change', patch: { version: before.version + 1 } })
    expect(held.order).toBe(after)
    expect(after.version).toBe(before.version + 1)
    expect(await held.facts()).not.toBe(facts)
    await ctx.update('purchase_order', { id: orderId }, { state: 'abortive.declared' })
    await expect((await heldOrder(ctx, orderId, OWNER)).demand('change')).rejects.toMatchObject({
      errorName: 'wrongState',
    })
  })
})

test('another action than the one demanded is asserted for itself, and so is another part', async () => {
  const { orderId } = await publish(world)
  await within(async (ctx) => {
    const held = await heldOrder(ctx, orderId, OWNER)
    await held.demand('clarify')
    await expect(held.advance({ action: 'award' })).rejects.toMatchObject({ errorName: 'wrongState' })
    await expect(held.as({ part: 'observer' }).advance({ action: 'clarify' })).rejects.toMatchObject({
      errorName: 'notFound',
    })
  })
})

test('a clarification locks its order in one statement beside that of the approval, and reads its facts once', async () => {
  const { orderId } = await publish(world)
  await world.t.settle()
  const plan = vi.spyOn(KnownStatements.prototype, 'planFor')
  const body = { title: '澄清', content: text('交货地点为东湖分院。'), answers: [], affectsBids: false }
  done(await world.buyer.call(notice.publishClarification, { params: { orderId }, body }))
  const asked = plan.mock.calls.map(([sql]) => sql)
  plan.mockRestore()
  expect(asked.filter((sql) => /from "purchase_order".*for update/.test(sql))).toHaveLength(2)
  expect(asked.filter((sql) => sql.includes('openObjections'))).toHaveLength(1)
})
