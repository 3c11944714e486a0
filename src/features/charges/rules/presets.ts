import { ElementKind, Formula } from './enums.ts'
import type { Terms } from './fee.ts'

/** Ends of the tiers of 计价格[2002]1980号, in yuan. */
const ENDS = ['1000000', '5000000', '10000000', '50000000', '100000000', '1000000000', null]

/** Percent by tier. The order was repealed in 2016 and is followed by custom only, so it says what it is: 参考标准. */
const RATES = {
  goods: ['货物招标', ['1.5', '1.1', '0.8', '0.5', '0.25', '0.05', '0.01']],
  services: ['服务招标', ['1.5', '0.8', '0.45', '0.25', '0.1', '0.05', '0.01']],
  works: ['工程招标', ['1', '0.7', '0.55', '0.35', '0.2', '0.05', '0.01']],
} as const

export interface Preset {
  id: string
  name: string
  terms: Terms
}

/** What everybody may use without making a template. */
export const PRESETS: readonly Preset[] = Object.values(RATES).map(([name, rates], i) => ({
  id: `90000000-0000-4000-8000-00000000000${i + 1}`,
  name: `计价格[2002]1980号（${name}）`,
  terms: {
    formula: Formula.values.cumulative,
    elements: [{ type: ElementKind.values.base, value: 'winnerAmount' }],
    tiers: rates.map((rate, tier) => ({ from: ENDS[tier - 1] ?? '0', to: ENDS[tier]!, rate })),
  },
}))

/** Why a preset is no rule: shown wherever one is. */
export const REFERENCE = '参考标准'
export const REFERENCE_NOTE = '计价格[2002]1980号已于 2016 年废止，仅作为参考标准，以双方约定为准'

export function presetOf(id: string): Preset | undefined {
  return PRESETS.find((preset) => preset.id === id)
}
