import { expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { acceptDelivery } from '#features/contracts/contract/call-off.ts'
import { contractWorld } from '#features/contracts/server/testing/contract.ts'
import { DAY } from '#contract/time.ts'
import { supplierPage } from '#features/suppliers/contract/library.ts'
import { acceptOnboarding, createOnboarding } from '#features/suppliers/contract/onboarding.ts'
import { inContext } from '#server/context.ts'
import { supplierConduct } from '../contract/conduct.ts'
import { scoreOf } from '../rules/score.ts'
import { factsOf } from './facts.ts'

test('deliveries on time and what was accepted are facts, and what is measured by them follows the records', async () => {
  const w = await contractWorld()
  const contractId = await w.signed()
  const from = w.day()
  const accept = async (callOffId: string, [accepted, rejected]: [string, string]) => {
    const deliveryId = await w.delivered(callOffId, '0.3')
    const body = w.judging(accepted, rejected, rejected === '0' ? '' : '外观破损')
    await w.buyer.call(acceptDelivery, { params: { deliveryId }, body })
  }
  const [whole, broken] = [await w.ordered(contractId, '0.3'), await w.ordered(contractId, '0.3')]
  await accept(whole, ['0.3', '0'])
  await accept(broken, ['0.2', '0.1'])
  await w.t.settle()
  // What is still to come is no fact yet.
  await w.ordered(contractId, '0.3')
  const facts = async (companyId: string = COMPANIES.supplier1.id) =>
    inContext(w.t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) => {
      const ownerCompanyId = COMPANIES.hospital.id
      const suppliers = [{ supplierId: companyId, companyId }]
      const [one] = await factsOf(ctx, { ownerCompanyId, suppliers, from, until: w.day(60) })
      const kept = one!.facts.filter(({ source }) => source === 'deliveries' || source === 'acceptances')
      return { ...one!, facts: kept, notes: kept.map(({ source, note }) => `${source} ${note}`) }
    })
  expect((await facts()).notes).toEqual(['acceptances 全部合格', 'acceptances 有不合格', 'deliveries 按期交齐'])
  await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 22 * DAY))
  const late = await facts()
  expect(late.isActive).toBe(true)
  expect(late.notes.filter((note) => note.startsWith('deliveries'))).toEqual([
    'deliveries 按期交齐',
    'deliveries 未按期交齐',
    'deliveries 未按期交齐',
  ])
  expect((await facts(COMPANIES.supplier2.id)).facts).toEqual([])
  // The page of the supplier shows the same, the newest first.
  const validity = { validFrom: w.day(), validUntil: w.day(365) }
  const subject = { companyId: COMPANIES.supplier1.id, name: '', creditCode: '' }
  const { onboardingId } = await w.buyer.call(createOnboarding, {
    body: { way: 'direct', subject, categories: ['医疗设备'], ...validity, reason: '长期合作', files: [] },
  })
  await w.buyer.call(acceptOnboarding, { params: { onboardingId }, body: {} })
  const { rows } = await w.buyer.call(supplierPage, { query: {} })
  const shown = await w.buyer.call(supplierConduct, { params: { supplierId: rows[0]!.supplierId } })
  expect(shown).toMatchObject({ deliveries: { good: 1, all: 3 }, acceptances: { good: 1, all: 2 }, appraisals: [] })
  expect(shown.records.map(({ day }) => day)).toEqual(
    shown.records
      .map(({ day }) => day)
      .toSorted()
      .toReversed(),
  )
  expect(shown.records).toHaveLength(5)
  const item = {
    indicatorId: '0190aaaa-0000-7000-8000-000000000001',
    name: '按期交货',
    kind: 'objective',
    source: 'deliveries',
    direction: 'more',
    step: null,
    fullMarks: '100',
    weight: '100',
  } as const
  expect(scoreOf([item], { marks: [], facts: late.facts })).toMatchObject({ score: '33.33', items: [{ found: '1/3' }] })
})
