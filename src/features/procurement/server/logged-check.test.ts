import { expect, test } from 'vitest'
import { signUp } from '#demo/play/supplier.ts'
import { fromState } from '#demo/states/from-state.ts'
import { decideTrade } from '../contract/trade.ts'
import { checkLogged } from './logged-check.ts'

test('of a sign-up the newest decision counts; another one in its row, or none, is named', async () => {
  const { t, facts } = await fromState('published')
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const found = async () => (await checkLogged(t.kernel, 1)).map(({ what, id }) => [what, id])
  const about = { contact: '顾一鸣', mobile: '13800000011', now: t.kernel.clock.now() }
  let tradeId = ''
  // Whichever of two records a query meets first: of five one is out of order.
  for (const pass of [false, false, false, false, true]) {
    tradeId = await signUp(supplier, facts.orderId, about)
    await buyer.call(decideTrade, { params: { tradeId }, body: pass ? { pass } : { pass, reason: '资料不全' } })
  }
  expect(await found()).toEqual([])
  await t.owner.query('update trade set status = 2 where id = $1', [tradeId])
  expect(await found()).toEqual([['sign-up', tradeId]])
  await t.owner.query('update trade set status = 1 where id = $1', [tradeId])
  expect(await found()).toEqual([])
})
