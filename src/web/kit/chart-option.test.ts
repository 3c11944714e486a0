import { expect, test } from 'vitest'
import { optionOf } from './chart-option.ts'

const style = { font: 'x', colour: (name: string) => name }
const series = [{ name: '最低价', kind: 'steps' as const, colour: 'accent' as const, values: [100, 90, 80] }]

test('instants lie where they are in time, labelled in Beijing time', () => {
  const from = Date.parse('2026-11-22T06:00:00Z')
  const at = [from, from + 1000, from + 600_000]
  const option = optionOf({ label: '价格', x: { at, from, to: from + 900_000 }, series }, style)
  expect(option.xAxis).toMatchObject({ type: 'time', min: from, max: from + 900_000 })
  expect(option.series[0]!.data).toEqual([
    [at[0], 100],
    [at[1], 90],
    [at[2], 80],
  ])
  const { formatter } = (option.xAxis as { axisLabel: { formatter: (value: number) => string } }).axisLabel
  expect(formatter(from + 1000)).toBe('14:00:01')
})

test('names stand side by side', () => {
  const option = optionOf({ label: '金额', x: ['一月', '二月', '三月'], series }, style)
  expect(option.xAxis).toMatchObject({ type: 'category', data: ['一月', '二月', '三月'] })
  expect(option.series[0]!.data).toEqual([100, 90, 80])
})
