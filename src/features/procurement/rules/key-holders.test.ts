import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concentration, keyHolders } from './key-holders.ts'

const of = (...units: string[][]) => units.map((one) => ({ units: one }))

test.each([
  ['one organisation', of(['甲'], ['甲'], ['甲']), 2, '保管人全部来自同一单位'],
  ['as many as open', of(['甲'], ['甲'], ['乙']), 2, '甲有 2 名保管人，达到开启门限 2 名'],
  ['one fewer than open', of(['甲'], ['甲'], ['乙']), 3, ''],
  ['one each', of(['甲'], ['乙']), 2, ''],
  ['who works for two counts with both', of(['甲'], ['甲', '乙'], ['丙']), 2, '甲有 2 名'],
  ['two jobs in one organisation are one officer', of(['甲', '甲'], ['乙']), 2, ''],
  ['nobody works anywhere', of([], []), 2, '保管人全部来自同一单位'],
])('%s', (_, officers, threshold, said) => {
  const found = concentration(keyHolders(officers, threshold))
  expect(found.startsWith(said)).toBe(true)
  expect(found === '').toBe(said === '')
})

test('what is accepted no organisation can open, and leaving one out of it never makes it worse', () => {
  const units = fc.array(fc.constantFrom('甲', '乙', '丙', '丁'), { minLength: 1, maxLength: 2 })
  const officers = fc.array(fc.record({ units }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(officers, fc.integer({ min: 2, max: 8 }), (list, threshold) => {
      if (threshold > list.length || concentration(keyHolders(list, threshold)) !== '') return
      for (const unit of ['甲', '乙', '丙', '丁'] as const)
        expect(list.filter((one) => one.units.includes(unit)).length).toBeLessThan(threshold)
      if (list.length === threshold) return
      for (const out of list)
        expect(
          concentration(
            keyHolders(
              list.filter((one) => one !== out),
              threshold,
            ),
          ),
        ).toBe('')
    }),
  )
})
