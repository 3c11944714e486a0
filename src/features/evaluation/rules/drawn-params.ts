/** Parameters of the price score that may be left to a draw at the opening, as they are called in the order's price plan. */
export const DRAWN_PARAMS = { percentage: '百分比 P', floatRate: '下浮率 R' } as const
export type DrawnParam = keyof typeof DRAWN_PARAMS
