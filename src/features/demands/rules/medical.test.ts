import { expect, test } from 'vitest'
import { wrongDemandExtras, wrongExtras } from './fields.ts'
import { lifeCycleCost } from './life-cycle.ts'
import { MEDICAL } from './medical.ts'
import { permitOf } from './permit.ts'
import { demandPlaces, supplierPlaces } from './places.ts'
import { isRoundOpen } from './status.ts'

const row = (price: string, yearlyUse: string) => ({ name: '试剂', price, yearlyUse })

test('costs of use are exact, and what was not named is no zero', () => {
  const of = (price: string | null, extras: object) =>
    lifeCycleCost(MEDICAL.lifeCycle, { price, extras: { ...extras }, years: 3 })
  expect(of('0.10', { maintenance: '0.20', consumables: [row('0.01', '10'), row('0.1', '0.3')] })).toMatchObject({
    consumables: '0.13',
    total: '1.09',
  })
  expect(of('100.00', { maintenance: '0' })).toMatchObject({ consumables: '0.00', total: '100.00' })
  expect(of(null, { maintenance: '0' })).toMatchObject({ total: null, derivation: '未填报参考报价，不能计算' })
  expect(of('1.00', {}).derivation).toContain('年维保价格')
})

test('every wrong cell of a list is told by its row', () => {
  const extras = {
    origin: '江州',
    certificate: '国械注准1',
    certificateUntil: '2026-02-30',
    maintenance: '1.005',
    warranty: '三年',
    consumables: [row('1', '2'), row('', '许多'), { ...row('1', '1'), mood: '好' }],
  }
  expect(wrongExtras(MEDICAL.answerFields, extras).map(({ path }) => path)).toEqual([
    'extras.certificateUntil',
    'extras.maintenance',
    'extras.consumables.1',
    'extras.consumables.1',
    'extras.consumables.2',
  ])
  const text = { ...extras, certificateUntil: '2028-02-29', maintenance: '1', consumables: '一盒' }
  expect(wrongExtras(MEDICAL.answerFields, text).map(({ message }) => message)).toEqual(['绑定耗材须逐行填写'])
})

test('years are counted, options are chosen', () => {
  const wrong = (extras: Record<string, string>) =>
    wrongDemandExtras(MEDICAL.demandFields, extras).map(({ path }) => path)
  expect(wrong({ years: '10', licence: '甲类' })).toEqual([])
  expect(wrong({ years: '31', licence: '甲类' })).toEqual(['extras.years'])
  expect(wrong({ years: '1.5', licence: '' })).toEqual(['extras.years', 'extras.licence'])
})

test('only large equipment needs a permit, until its number is there', () => {
  expect(permitOf(MEDICAL, { licence: '不属于' })).toBeNull()
  expect(permitOf(MEDICAL, { licence: '甲类' })).toMatchObject({ missing: '甲类' })
  expect(permitOf(MEDICAL, { licence: '乙类', permit: '12号' })).toMatchObject({ missing: null })
})

test('a round that is over is open whatever goes on; the last one as the demand says', () => {
  const at = { last: 2, state: 'surveying' as const, hides: true }
  expect(isRoundOpen({ roundNo: 1 }, at)).toBe(true)
  expect(isRoundOpen({ roundNo: 2 }, at)).toBe(false)
  expect(isRoundOpen({ roundNo: 2 }, { ...at, state: 'ended' })).toBe(true)
})

test('pages are those of the profile, and of the general one where it has none', () => {
  const at = demandPlaces({ side: 'agency', profile: 'medical' })
  expect(at.check('d', 't', 2)).toBe('/agency/medical-demands/d/trades/t/rounds/2/approval')
  expect(at.entry('d')).toBe('/agency/demands/orders/d/entry')
  expect(at.plan('p', 'review')).toBe('/agency/demands/implementation-plan/p/edit/review')
  expect(supplierPlaces('medical').letter('d', 't')).toBe('/supplier/invitation/medical-demand/d/invites/t')
  expect(supplierPlaces('general').letter('d', 't')).toBe('/supplier/demand/orders/d/trades')
})
