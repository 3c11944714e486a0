/** What a member says of one response. */
export interface ConformityAnswer {
  tradeId: string
  conforms: boolean
  reason: string
}

export interface Verdict {
  tradeId: string
  conforms: boolean
  against: number
  /** Why it fails, without the names of those who said so; '' where it conforms. */
  reason: string
}

/** What is wrong with a sheet, by field: each response is judged once, and an objection has a reason. */
export function conformityProblems(
  answers: readonly ConformityAnswer[],
  tradeIds: readonly string[],
): { path: string; message: string }[] {
  const judged = new Set(answers.map(({ tradeId }) => tradeId))
  if (judged.size !== tradeIds.length || answers.length !== tradeIds.length || !tradeIds.every((id) => judged.has(id)))
    return [{ path: 'answers', message: '请对每份响应文件作出结论' }]
  return answers.flatMap(({ conforms, reason }, i) =>
    conforms || reason.trim().length >= 2 ? [] : [{ path: `answers.${i}.reason`, message: '不符合的，请说明理由' }],
  )
}

/** By majority: a response fails when more than half of the members say so (少数服从多数). */
export function verdicts(sheets: readonly (readonly ConformityAnswer[])[], tradeIds: readonly string[]): Verdict[] {
  return tradeIds.map((tradeId) => {
    const against = sheets.flatMap((sheet) => sheet.filter((one) => one.tradeId === tradeId && !one.conforms))
    const conforms = against.length * 2 <= sheets.length
    const reasons = [...new Set(against.map(({ reason }) => reason.trim()))]
    return { tradeId, conforms, against: against.length, reason: conforms ? '' : reasons.join('；') }
  })
}
