import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { Exact } from '#contract/money.ts'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { wayProblems } from '../../rules/default-ways.ts'
import { BidFileType, envelopeOf, ReviewModel } from '../../rules/enums.ts'
import type { OrderSettings } from '../../rules/settings.ts'
import type { CheckResult, Draft, Problem, StepServer } from '../../server/step-server.ts'

type Ctx = Context<Employee>

export const review: StepServer = { publishChecks: [ways] }

/** Comprehensive scoring must add up to a hundred; every scored way's items must add up to its full mark. */
function ways(_ctx: Ctx, { order, settings }: Draft): CheckResult {
  if (!settings) return { problems: [{ path: 'settings', message: '评审设置不完整' }] }
  const { ways: plans } = settings
  if (plans.length === 0) return { problems: [{ path: 'settings.ways', message: '请设置评审办法' }] }
  const problems: Problem[] = order.reviewModel === ReviewModel.values.double ? envelopeProblems(settings) : []
  const scored = plans.filter((way) => way.itemKind === 2)
  const total = scored.reduce((sum, way) => sum.plus(way.fullMark), new Exact(0))
  const { comprehensive, dualRandom, priceCommitment } = ReviewMethod.values
  const method = order.reviewMethod
  const isScored = method === comprehensive || method === dualRandom
  if (isScored && !total.eq(100))
    problems.push({ path: 'settings.ways', message: `各评分项满分合计为 ${total.toFixed()} 分，应为 100 分` })
  plans.forEach((way, i) => {
    if (way.isAutomatic) return
    const path = `settings.ways.${i}.items`
    if (way.items.length === 0) problems.push({ path, message: `“${way.name}”没有评审项` })
    else if (way.itemKind === 2) {
      const marks = way.items.reduce((sum, item) => sum.plus(item.fullMark), new Exact(0))
      if (!marks.eq(way.fullMark))
        problems.push({ path, message: `“${way.name}”各项满分合计 ${marks.toFixed()} 分，应为 ${way.fullMark} 分` })
    }
  })
  if (method === priceCommitment && order.controlPrice === null)
    problems.push({ path: 'controlPrice', message: '价格承诺法须公布承诺价格（最高限价）' })
  // What else would keep the review from beginning.
  if (problems.length === 0)
    problems.push(...wayProblems(plans, method).map((message) => ({ path: 'settings.ways', message })))
  return { says: `评审办法 ${plans.length} 项${isScored ? `，评分合计 ${total.toFixed()} 分` : ''}`, problems }
}

/** Double envelope: nothing that is a price may stand in the first, and it must hold something. */
function envelopeProblems({ marks, bidFiles }: OrderSettings): Problem[] {
  const priced = marks.find((mark) => mark.envelope === 1 && mark.unit !== null && mark.type !== 3)
  const hasFirst = bidFiles.some((file) => file.required && envelopeOf(file.role) === BidFileType.values.business)
  return [
    ...(priced ? [{ path: 'settings.marks', message: `唱标项“${priced.name}”带金额或费率，只能放入报价信封` }] : []),
    ...(hasFirst ? [] : [{ path: 'settings.bidFiles', message: '双信封须要求至少一份商务、技术或资格文件' }]),
  ]
}
