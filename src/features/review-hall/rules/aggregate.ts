import { AppError } from '#contract/errors.ts'
import { Aggregation } from '#features/evaluation/rules/enums.ts'
import { compare, fraction, mean, show } from '#features/evaluation/rules/fraction.ts'
import { partScore, type ScoreDigits } from '#features/evaluation/rules/part-score.ts'
import { line, meanExpression, type TraceLine } from '#features/evaluation/rules/trace.ts'

export const AGGREGATION_VERSION = 'aggregate/1'

export interface ReviewerScore {
  reviewerId: string
  /** Marks, decimal string, not negative. */
  score: string
}

export interface AggregatedScore {
  version: string
  /** Two decimals, rounded half up once. */
  score: string
  /** What totals are added from, as `n/d`: not rounded, unless the documents round parts. */
  exact: string
  /** Reviewers whose score did not count: one highest, one lowest. */
  dropped: string[]
  trace: TraceLine[]
}

/**
 * One bidder's marks from those of all reviewers (specification part 2 §9: 2 = without one highest and one lowest,
 * 3 = mean). Kind 2 needs three reviewers; with fewer it is the plain mean. Among equal ends the first in the list is
 * dropped: the result is the same whichever goes. Throws `invalid` for no, doubled or malformed scores.
 */
export function aggregate(
  kind: (typeof Aggregation.options)[number]['value'],
  scores: readonly ReviewerScore[],
  digits: ScoreDigits = null,
): AggregatedScore {
  check(kind, scores)
  const sorted = scores.toSorted((a, b) => compare(fraction(a.score), fraction(b.score)))
  const trims = kind === Aggregation.values.trimmedMean && scores.length >= 3
  const ends = trims ? [sorted.at(-1)!, sorted[0]!] : []
  const kept = scores.filter((s) => !ends.includes(s)).map((s) => fraction(s.score))
  const average = mean(kept)
  const trace: TraceLine[] = []
  if (kind === Aggregation.values.trimmedMean) {
    const expression = trims
      ? `评委 ${scores.length} 名，去掉一个最高分 ${show(fraction(ends[0]!.score))} 和一个最低分 ${show(fraction(ends[1]!.score))}`
      : `评委 ${scores.length} 名，不足 3 名，不去掉最高分和最低分`
    trace.push({ label: '参与平均的评分', expression, value: `${kept.length} 个` })
  }
  const { score, exact, line: last } = partScore('得分', average, digits)
  trace.push(line('平均分', meanExpression(kept), average), last)
  return {
    version: AGGREGATION_VERSION,
    score,
    exact,
    dropped: ends.map((s) => s.reviewerId),
    trace,
  }
}

function check(kind: number, scores: readonly ReviewerScore[]) {
  if (!Aggregation.options.some((o) => o.value === kind)) throw new AppError('invalid', '请选择评分汇总方式')
  if (scores.length === 0) throw new AppError('invalid', '没有可汇总的评分')
  if (new Set(scores.map((s) => s.reviewerId)).size < scores.length) throw new AppError('invalid', '同一评委的评分重复')
  if (scores.some((s) => !/^\d{1,6}(\.\d{1,6})?$/.test(s.score))) throw new AppError('invalid', '评分格式不正确')
}
