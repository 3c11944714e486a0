/** Who marks parameters between two rounds. */
export const PARTS = { clinical: '临床', engineering: '工程' } as const
export type Part = keyof typeof PARTS

export const MARKS = { keep: '保留', adjust: '调整', drop: '取消' } as const
export type Mark = keyof typeof MARKS
