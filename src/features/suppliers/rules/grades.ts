import * as z from 'zod'

export const GRADES = ['A', 'B', 'C', 'D'] as const
export type Grade = (typeof GRADES)[number]

export const CONSEQUENCES = {
  priority: '优先选用',
  normal: '正常选用',
  improvement: '限期改进',
  pause: '暂停合作',
} as const
export type Consequence = keyof typeof CONSEQUENCES

/** What an invitation of such a supplier meets. */
export const STRICTNESS = { none: '不限制', warn: '提醒', block: '不得邀请' } as const
export type Strictness = keyof typeof STRICTNESS

const optionsOf = <T extends object>(labels: T) => z.enum(Object.keys(labels) as [keyof T & string])

/** What each grade means to an owner. */
export const Hierarchy = z.object({
  grades: z
    .array(
      z.object({
        grade: z.enum(GRADES),
        consequence: optionsOf(CONSEQUENCES),
        strictness: optionsOf(STRICTNESS),
        note: z.string().trim().max(200).default(''),
      }),
    )
    .length(GRADES.length)
    .refine((rows) => rows.every(({ grade }, i) => grade === GRADES[i]), '等级须为 A、B、C、D 各一行'),
})
export type Hierarchy = z.output<typeof Hierarchy>

/** From which score on a grade is given, and what forces the lowest one. */
export const Rating = z.object({
  /** Lowest scores of A, B and C; whatever is below is D. */
  bounds: z.object({ A: score(), B: score(), C: score() }).superRefine(({ A, B, C }, ctx) => {
    if (!(A > B)) ctx.addIssue({ code: 'custom', path: ['A'], message: 'A 级下限须高于 B 级' })
    if (!(B > C)) ctx.addIssue({ code: 'custom', path: ['B'], message: 'B 级下限须高于 C 级' })
  }),
  vetoes: z.array(z.string().trim().min(2, '请填写否决事项').max(100)).max(30),
})
export type Rating = z.output<typeof Rating>

function score() {
  return z.number('请填写分数').min(0, '不能小于 0').max(100, '不能大于 100')
}

export const PRESET_HIERARCHY: Hierarchy = {
  grades: [
    { grade: 'A', consequence: 'priority', strictness: 'none', note: '' },
    { grade: 'B', consequence: 'normal', strictness: 'none', note: '' },
    { grade: 'C', consequence: 'improvement', strictness: 'warn', note: '提交整改计划' },
    { grade: 'D', consequence: 'pause', strictness: 'block', note: '' },
  ],
}

export const PRESET_RATING: Rating = {
  bounds: { A: 90, B: 75, C: 60 },
  vetoes: ['串通投标、弄虚作假', '发生重大质量或安全责任事故', '商业贿赂', '擅自转包或违法分包'],
}

/** The grade of a score, of 100; anything that is vetoed forces the lowest. */
export function gradeOf(points: number, { bounds }: Rating, isVetoed: boolean): Grade {
  if (isVetoed) return 'D'
  return GRADES.find((grade) => grade === 'D' || points >= bounds[grade])!
}
