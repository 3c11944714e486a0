import { expect, test } from 'vitest'
import { formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import { answerObjection } from '#features/procurement/contract/objection.ts'
import { createObjection } from '#features/procurement/contract/supplier.ts'
import { endPublicity, proof, publicised, withoutFirst } from '#features/procurement/server/testing/result-change.ts'
import { tenderWorld } from '#features/procurement/server/testing/tender.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import { done } from '#features/workflow/rules/held.ts'
import { inContext } from '#server/context.ts'
import { scoreOf } from '../rules/score.ts'
import { factsOf } from './facts.ts'

test('an objection that was upheld counts against whom it removed, and one that was not against who raised it', async () => {
  const world = await tenderWorld()
  const { t, buyer, suppliers } = world
  const { orderId, params, trades } = await publicised(world)
  const objects = async (n: number, outcome: 'upheld' | 'rejected') => {
    const body = { subject: '候选人资格', content: '请核实候选人的业绩材料。' }
    const { objectionId } = await suppliers[n]!.call(createObjection, { params, body })
    await buyer.call(answerObjection, { params: { objectionId }, body: { outcome, answer: '经核实，答复如下。' } })
  }
  await objects(1, 'rejected')
  await objects(2, 'upheld')
  const facts = async () =>
    inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) => {
      const today = formatDate(t.kernel.clock.now())
      const found = await factsOf(ctx, {
        ownerCompanyId: COMPANIES.hospital.id,
        suppliers: (['supplier1', 'supplier2', 'supplier3'] as const).map((key) => ({
          supplierId: COMPANIES[key].id,
          companyId: COMPANIES[key].id,
        })),
        from: addDays(today, -300),
        until: today,
      })
      return found.map((one) => one.facts.filter(({ source }) => source === 'upheld' || source === 'objections'))
    })
  // An answer alone removes nobody.
  expect(await facts()).toEqual([[], [], []])
  const { change, ...rest } = withoutFirst(trades[0]!, await proof(world))
  const body = { ...rest, change: { ...change, cause: 'objection' as const } }
  await endPublicity(world, orderId)
  done(await buyer.call(notice.publishCandidates, { params, body }))
  await endPublicity(world, orderId)
  const { draft } = await buyer.call(notice.winnerDetail, { params })
  done(
    await buyer.call(notice.publishWinner, { params, body: { ...draft, tradeId: trades[1]!, acceptWarnings: true } }),
  )
  await t.settle()
  const [first, second, third] = await facts()
  expect(first).toMatchObject([
    { source: 'upheld', ref: orderId, isGood: false, note: '异议成立，中标候选人不符合中标条件' },
  ])
  expect(second).toMatchObject([{ source: 'objections', title: '候选人资格', note: '异议不成立' }])
  expect(third).toEqual([])
  const item = {
    indicatorId: '0190aaaa-0000-7000-8000-000000000001',
    name: '被异议',
    kind: 'objective',
    source: 'upheld',
    direction: 'less',
    step: '40',
    fullMarks: '100',
    weight: '100',
  } as const
  const score = (of: typeof first) => scoreOf([item], { marks: [], facts: of! }).score
  expect([score(first), score(second)]).toEqual(['60.00', '100.00'])
})
